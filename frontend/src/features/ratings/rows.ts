// The rows of a ladder's chart: its players, rated bots and the person here, weakest first.

import type { Interval } from '$lib/format/ratings';

import type { Ladder, Rung } from './types';

export interface LadderRow extends Interval {
  kind: 'anchor' | 'level' | 'bot' | 'you';
  key: string;
  rung?: Rung;
  name?: string; // of a bot
  href?: string;
  games: number;
  marked: boolean; // the bot or person that the chart is about
}

export interface Marked extends Interval {
  kind: 'bot' | 'you';
  id?: number; // of the bot
  name?: string;
  games: number;
}

/** All rows; *marked* replaces the bot with its id. */
export function ladderRows(ladder: Ladder, marked: Marked | null): LadderRow[] {
  const rows: LadderRow[] = ladder.rungs.map((rung) => ({
    ...rung,
    kind: rung.anchor ? 'anchor' : 'level',
    key: rung.bot,
    rung,
    marked: false,
  }));
  for (const bot of ladder.bots) {
    if (marked?.kind === 'bot' && marked.id === bot.id) continue;
    rows.push({ ...bot, kind: 'bot', key: `bot ${bot.id}`, href: `/bots/${bot.id}`, marked: false });
  }
  if (marked) rows.push({ ...marked, key: 'marked', marked: true });
  return rows.sort((one, other) => one.rating - other.rating);
}

/** The ends of the axis: round numbers outside of all intervals. */
export function axisOf(rows: Interval[]): { from: number; to: number } {
  const low = Math.floor(Math.min(...rows.map((row) => row.low)) / 100) * 100;
  const high = Math.ceil(Math.max(...rows.map((row) => row.high)) / 100) * 100;
  return { from: low, to: Math.max(high, low + 100) };
}

/** The *count* rows on each side of the marked one; all of them if there is none. */
export function rowsAround(rows: LadderRow[], count: number): LadderRow[] {
  const place = rows.findIndex((row) => row.marked);
  if (place < 0) return rows;
  return rows.slice(Math.max(0, place - count), place + count + 1);
}
