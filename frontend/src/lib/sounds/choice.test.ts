import { describe, expect, it } from 'vitest';

import type { BoardFrame, Piece } from '../board/values/types';
import { LOW_SECONDS, soundOf, type Sound } from './choice';
import { TONES } from './synthesis';

function frame(pieces: number, rest: Partial<BoardFrame> = {}): BoardFrame {
  const piece: Piece = { at: 0, sign: 'X', glyph: '●' };
  const made = Array.from({ length: pieces }, (_, at) => ({ ...piece, at }));
  return { pieces: made, actors: [], last: [], forbidden: [], facts: [], ...rest };
}

const actor: Piece = { at: 7, sign: 'A', glyph: '●', key: 'a' };

describe('the sound of a step', () => {
  const cases: [string, BoardFrame, BoardFrame, Sound | null][] = [
    ['a stone is put down', frame(3), frame(4, { last: [3] }), 'move'],
    ['a disc turns others', frame(4), frame(5, { last: [4], turned: [1, 2] }), 'move'],
    ['a piece moves', frame(4), frame(4, { last: [1, 9] }), 'move'],
    ['a pass', frame(4), frame(4), 'move'],
    ['a piece is taken', frame(4), frame(3, { last: [1, 2] }), 'capture'],
    ['a stone moves and turns others', frame(4), frame(4, { last: [1, 9], turned: [2] }), 'capture'],
    ['a king is in check', frame(4), frame(4, { last: [1, 9], check: [30] }), 'check'],
    ['a capture with check', frame(4), frame(3, { last: [1, 2], check: [30] }), 'check'],
    ['a step in a maze', frame(4, { actors: [actor] }), frame(4, { actors: [actor], last: [7] }), null],
    ['a star is collected', frame(4, { actors: [actor] }), frame(3, { actors: [actor], last: [7] }), 'capture'],
  ];
  it.each(cases)('%s', (_, before, after, sound) => {
    expect(soundOf({ kind: 'step', before, after })).toBe(sound);
  });

  it('is heard once, but a check that the server tells later is heard too', () => {
    const before = frame(4);
    expect(soundOf({ kind: 'step', before, after: frame(3, { last: [1, 2] }), heard: true })).toBeNull();
    expect(soundOf({ kind: 'step', before, after: frame(4, { check: [1] }), heard: true })).toBe('check');
  });
});

describe('other sounds', () => {
  it('has one for the end and one warning when time is low', () => {
    expect(soundOf({ kind: 'over' })).toBe('end');
    expect(soundOf({ kind: 'clock', left: LOW_SECONDS, warned: false })).toBeNull();
    expect(soundOf({ kind: 'clock', left: LOW_SECONDS - 0.1, warned: false })).toBe('low-time');
    expect(soundOf({ kind: 'clock', left: 3, warned: true })).toBeNull();
    expect(soundOf({ kind: 'clock', left: 0, warned: false })).toBeNull();
  });

  it('are audible, short and different', () => {
    const heard = Object.values(TONES);
    expect(new Set(heard.map((tones) => JSON.stringify(tones))).size).toBe(heard.length);
    for (const tones of heard) {
      expect(tones.length).toBeGreaterThan(0);
      for (const tone of tones) {
        expect(tone.loudness).toBeGreaterThan(0);
        expect(tone.loudness).toBeLessThanOrEqual(0.5);
        expect(tone.at + tone.seconds).toBeLessThan(1.2);
      }
    }
  });
});
