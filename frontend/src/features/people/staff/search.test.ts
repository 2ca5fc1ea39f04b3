import { expect, test } from 'vitest';

import { matches } from './search';

const ada = { login: 'ada.l', name: 'Ada Lovelace', number: '20260017', group: 'B' };

test.each([
  ['', true],
  ['love', true],
  ['LACE ada', true],
  ['0017', true],
  ['ada bob', false],
  ['  ', true],
])('%j', (wanted, found) => {
  expect(matches(ada, wanted)).toBe(found);
});
