// Matches as the server sends them.

import type { Said, State } from '$lib/api/types';

export interface Tally {
  games: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Series {
  id: number;
  game: string;
  names: [string, string];
  bots: [string, string];
  state: State;
  problem: Said | null;
  wishes: Record<string, unknown>;
  tally: Tally;
  created_at: string;
  finished_at: string | null;
}

export interface SeriesGame {
  number: number;
  live: string;
  names: [string, string];
  seed: number;
  state: State;
  result: {
    key: string;
    winner: 'a' | 'b' | null;
    reason: Said;
    scores: [number, number] | null;
    turns: number;
    faults: [Record<string, number>, Record<string, number>];
  } | null;
  trouble: Said | null;
}

export interface SeriesDetails extends Series {
  seats: [string, string];
  all_games: SeriesGame[];
}
