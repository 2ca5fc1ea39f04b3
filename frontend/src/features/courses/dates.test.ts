import { expect, test } from 'vitest';

import { fromField, toField } from './dates';

test('a time goes through a field unchanged', () => {
  const written = fromField('2026-11-20T23:59');
  expect(written).toMatch(/^2026-11-20 23:59 [+-]\d\d:\d\d$/);
  expect(toField(written?.replace(' ', 'T').replace(' ', '') ?? null)).toBe('2026-11-20T23:59');
});

test('an empty field has no time', () => {
  expect(fromField('')).toBeNull();
  expect(toField(null)).toBe('');
});
