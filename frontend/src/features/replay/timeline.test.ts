import { describe, expect, it } from 'vitest';

import type { BoardShape, Piece } from '$lib/board/values/types';

import { Timeline } from './timeline';
import type { GameStart, GameStep } from './types';

const shape = { names: [] } as unknown as BoardShape;

function stone(at: number, sign = 'x'): Piece {
  return { at, sign, glyph: sign };
}

/** A game of *count* steps: step n puts a stone on n % 50 and removes the one five places behind. */
function game(count: number): { start: GameStart; steps: GameStep[] } {
  const steps = Array.from({ length: count }, (_, n): GameStep => {
    return {
      set: [stone(n % 50, String(n))],
      clear: [(n + 45) % 50],
      facts: [{ key: { code: 'n' }, value: { code: String(n) } }],
      turns: [],
    };
  });
  const facts = [{ key: { code: 'n' }, value: { code: 'start' } }];
  const frame = { pieces: [stone(49)], actors: [], last: [], forbidden: [], facts };
  return { start: { shape, frame, turns: [] }, steps };
}

/** The same board, computed from the start. */
function plainly(steps: GameStep[], place: number): Record<number, string> {
  const board: Record<number, string> = { 49: 'x' };
  for (const step of steps.slice(0, place)) {
    for (const empty of step.clear ?? []) delete board[empty];
    for (const piece of step.set ?? []) board[piece.at] = piece.sign;
  }
  return board;
}

function shown(timeline: Timeline, place: number): Record<number, string> {
  return Object.fromEntries(timeline.frame(place).pieces.map((piece) => [piece.at, piece.sign]));
}

describe('a timeline', () => {
  const { start, steps } = game(300);

  it('shows every position, in any order', () => {
    const timeline = new Timeline(start, steps);
    expect(timeline.length).toBe(301);
    const places = [0, 300, 1, 64, 63, 65, 128, 127, 200, 199, 0, 64, 300];
    for (const place of places) expect(shown(timeline, place)).toEqual(plainly(steps, place));
  });

  it('can be extended while it is shown', () => {
    const timeline = new Timeline(start);
    expect(shown(timeline, 0)).toEqual({ 49: 'x' });
    for (let place = 0; place < 300; place += 7) timeline.append(steps.slice(place, place + 7));
    for (const place of [300, 150, 64, 0]) expect(shown(timeline, place)).toEqual(plainly(steps, place));
  });

  it('shows the facts of each step', () => {
    const timeline = new Timeline(start, steps);
    expect(timeline.frame(0).facts[0]?.value.code).toBe('start');
    expect(timeline.frame(42).facts[0]?.value.code).toBe('41');
  });
});
