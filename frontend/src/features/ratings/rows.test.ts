import { describe, expect, it } from 'vitest';

import { axisOf, ladderRows, rowsAround } from './rows';
import type { Ladder } from './types';

const rung = (bot: string, rating: number, anchor = true) => ({
  ...{ bot, rating, anchor, about: null, games: 10 },
  ...{ low: rating - 50, high: rating + 50 },
});

const ladder: Ladder = {
  ...{ game: 'othello', measured: '2026-11-17', version: '0.1.0', draw_rate: 0, advantage: 0 },
  rungs: [rung('random:othello', 0), rung('engine:othello?level=1', 300, false), rung('baseline:othello/lab', 900)],
  bots: [{ id: 7, name: 'mine', version: 1, rating: 400, low: 380, high: 430, games: 40 }],
};

describe('the rows of a ladder', () => {
  it('go from the weakest to the strongest, with the bots among them', () => {
    const rows = ladderRows(ladder, null);
    expect(rows.map((row) => row.kind)).toEqual(['anchor', 'level', 'bot', 'anchor']);
    expect(rows[2]).toMatchObject({ name: 'mine', href: '/bots/7', marked: false });
  });

  it('show the bot in question once', () => {
    const marked = { kind: 'bot' as const, id: 7, name: 'mine', rating: 1000, low: 950, high: 1100, games: 60 };
    const rows = ladderRows(ladder, marked);
    expect(rows.map((row) => row.name).filter(Boolean)).toEqual(['mine']);
    expect(rows.at(-1)).toMatchObject({ marked: true, rating: 1000 });
  });

  it('can be cut to the neighbours of the bot', () => {
    const marked = { kind: 'you' as const, rating: 350, low: 300, high: 390, games: 6 };
    const rows = ladderRows(ladder, marked);
    expect(rowsAround(rows, 1).map((row) => row.rating)).toEqual([300, 350, 400]);
    expect(rowsAround(rows, 9)).toEqual(rows);
    expect(rowsAround(ladderRows(ladder, null), 1)).toHaveLength(4);
  });

  it('fit on their axis', () => {
    expect(axisOf(ladderRows(ladder, null))).toEqual({ from: -100, to: 1000 });
  });
});
