import { expect, test } from 'vitest';

import { dayAfter, daysUntil, linksAsCsv } from './links';
import type { NewMember } from './types';

test('an invitation lasts until the end of its last day', () => {
  const now = new Date(2026, 10, 18, 9, 30);
  expect(dayAfter(14, now)).toBe('2026-12-02');
  expect(daysUntil('2026-11-18', now)).toBe(1);
  expect(daysUntil('2026-11-19', now)).toBe(2);
  expect(daysUntil('2026-01-01', now)).toBe(1);
  expect(daysUntil(dayAfter(366, now), now)).toBe(367);
});

test('links are written so that a spreadsheet runs nothing', () => {
  const person = { login: 'ada', name: '=HYPERLINK("x")', number: '-1', group: 'A, B' } as NewMember['person'];
  const written = linksAsCsv(
    [
      { person, link: { path: '/join#s' } },
      { person: { ...person, name: 'Ada' }, link: null },
    ],
    'https://a',
  );
  expect(written.split('\r\n')).toEqual([
    'login,name,number,group,link',
    `ada,"'=HYPERLINK(""x"")",'-1,"A, B",https://a/join#s`,
    `ada,Ada,'-1,"A, B",`,
    '',
  ]);
});
