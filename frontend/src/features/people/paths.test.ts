import { expect, test } from 'vitest';

import { ownPage } from './paths';

const HERE = 'https://arena.example';

test('a page of this server is the way back', () => {
  expect(ownPage('/bots/3?game=othello', HERE)).toBe('/bots/3?game=othello');
  expect(ownPage(`${HERE}/labs`, HERE)).toBe('/labs');
});

test.each([
  null,
  '',
  'https://evil.example/bots',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://arena.example@evil.example/',
  'https://[',
  '/api/session',
  '/sign-in?next=/sign-in',
])('%j leads to the first page', (given) => {
  expect(ownPage(given, HERE)).toBe('/');
});
