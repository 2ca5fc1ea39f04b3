// Matches as the server sends them.

import type { Message, State } from '$lib/api/types';

export interface Tally {
  games: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  delayed: number;
}

export interface Match {
  id: number;
  game: string;
  names: [string, string];
  bots: [string, string];
  state: State;
  problem: Message | null;
  wishes: Record<string, unknown>;
  tally: Tally;
  created_at: string;
  finished_at: string | null;
}

export interface MatchGame {
  number: number;
  live: string;
  names: [string, string];
  seed: number;
  state: State;
  result: {
    key: string;
    winner: 'a' | 'b' | null;
    reason: Message;
    scores: [number, number] | null;
    turns: number;
    faults: [Record<string, number>, Record<string, number>];
    delayed: boolean;
  } | null;
  trouble: Message | null;
}

export interface MatchDetails extends Match {
  seats: [string, string];
  all_games: MatchGame[];
}
