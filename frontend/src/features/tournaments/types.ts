// Tournaments as the server sends them.

import type { Message, State } from '$lib/api/types';

export interface TournamentSummary {
  id: number;
  name: string;
  game: string;
  format: string;
  bots: number;
  scheduled: number;
  played: number;
  state: State;
  created_at: string;
}

export interface Standing {
  rank: number;
  name: string;
  place: number;
  points: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  scored: number;
  conceded: number;
  average_seconds: number;
  faults: Record<string, number>;
  left: number;
  elo: number | null;
  low: number | null;
  high: number | null;
  set_aside: boolean;
  delayed: number;
}

export interface Meeting {
  first: number;
  second: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Tournament extends TournamentSummary {
  finished_at: string | null;
  not_judged: number;
  delayed: number;
  settings: Record<string, unknown>;
  entrants: { name: string; bot: string; kind: string; version: number }[];
  standings: Standing[];
  meetings: Meeting[];
  curve: [number, number, number][];
  seconds_left: number | null;
  ours: boolean;
  problem: Message | null;
}

export interface TournamentGame {
  number: number;
  round: number;
  names: [string, string];
  opening: string;
  key: string | null;
  winner: 'a' | 'b' | null;
  reason: Message;
  scores: [number, number] | null;
  turns: number;
  faults: [Record<string, number>, Record<string, number>];
  delayed: boolean;
  played_at: string | null;
}
