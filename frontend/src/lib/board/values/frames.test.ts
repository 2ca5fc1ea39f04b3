import { expect, test } from 'vitest';

import { frameAfter } from './frames';
import type { BoardFrame } from './types';

const disc = (at: number, side: 'a' | 'b') => ({ at, sign: side === 'a' ? 'O' : 'o', glyph: '', side });
const frame: BoardFrame = { pieces: [disc(0, 'a'), disc(1, 'b')], actors: [], last: [], forbidden: [], facts: [] };

test('steps put, turn and clear pieces, one by one or together', () => {
  const first = { set: [disc(2, 'a'), disc(1, 'a')], last: [2], turned: [1] };
  const second = { clear: [0], last: [3], set: [disc(3, 'b')] };
  const both = frameAfter(frame, [first, second]);
  expect(frameAfter(frameAfter(frame, [first]), [second])).toEqual(both);
  expect(both.pieces.map(({ at, side }) => `${at}${side}`)).toEqual(['1a', '2a', '3b']);
  expect(both.last).toEqual([3]);
  expect(both.turned).toEqual([]);
  expect(frame.pieces).toHaveLength(2);
  expect(frameAfter(both, [])).toBe(both);
});
