import { expect, test } from 'vitest';

import { seatColour } from './colours';

test.each([
  [['red', 'blue'], 'red', 'blue'],
  [['first', 'second'], 'black', 'white'],
  [['white', 'green'], 'white', 'red'],
  [['up', 'black'], 'white', 'black'],
] as const)('the sides %j are %s and %s', (names, a, b) => {
  const seats: [string, string] = [names[0], names[1]];
  expect([seatColour({ seats }, 'a'), seatColour({ seats }, 'b')]).toEqual([a, b]);
});
