// What the server tells of bots, matches, tournaments, labs and puzzles.

import type { Said } from '../api';

export interface BuiltIn {
  bot: string;
  game: string;
  kind: string;
  about: Said;
  levels: boolean;
}

export interface Finding {
  name: Said;
  passed: boolean | null;
  detail: Said | null;
  advice: Said | null;
  output: string;
}

export interface Check {
  game: string;
  passed: boolean;
  problem: Said | null;
  findings: Finding[];
  checked_at: string;
}

export interface Version {
  id: number;
  bot: string;
  number: number;
  kind: string;
  protocol: string;
  file: string | null;
  digest: string;
  seen_at: string;
  checks: Check[];
  checking: string[];
}

export interface Bot {
  id: number;
  name: string;
  created_at: string;
  versions: Version[];
  likely_games: string[];
}

export interface BotResult {
  key: string;
  game: string;
  seat: 'a' | 'b';
  winner: 'a' | 'b' | null;
  reason: Said;
  scores: [number, number] | null;
  opponent: string | null;
  played_at: string;
  faults: Record<string, number>;
}

export interface BotDetails extends Bot {
  results: BotResult[];
}

export interface Roster {
  built_in: BuiltIn[];
  stored: Bot[];
  protocols: { name: string; about: Said; games: string[] }[];
  local_files: boolean;
}

export type State = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed';

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

export interface TournamentLine {
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
}

export interface Meeting {
  first: number;
  second: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Tournament extends TournamentLine {
  finished_at: string | null;
  settings: Record<string, unknown>;
  entrants: { name: string; bot: string; kind: string; version: number }[];
  standings: Standing[];
  meetings: Meeting[];
  curve: [number, number, number][];
  seconds_left: number | null;
  ours: boolean;
  problem: Said | null;
}

export interface TournamentGame {
  number: number;
  round: number;
  names: [string, string];
  opening: string;
  key: string | null;
  winner: 'a' | 'b' | null;
  reason: Said;
  scores: [number, number] | null;
  turns: number;
  faults: [Record<string, number>, Record<string, number>];
  played_at: string | null;
}

export interface TwoTongues {
  en: string;
  zh: string;
}

export interface LabLine {
  name: string;
  title: TwoTongues;
  game: string | null;
  tests: number;
  max_points: number;
}

export interface LabDetails extends LabLine {
  about: TwoTongues;
  how: TwoTongues;
  kind: string;
  protocol: string;
  files: string[];
  limits: {
    turn_seconds: number;
    init_seconds: number;
    game_seconds: number | null;
    memory_bytes: number;
  };
  test_list: { title: TwoTongues; points: number; about: Said[] }[];
}

export interface Grade {
  id: string;
  lab: string;
  name: string;
  state: State;
  points: number | null;
  max_points: number;
  problem: Said | null;
  fault: Said | null;
  done: number;
  of: number;
  tests: { title: TwoTongues; points: number | null; max_points: number; summary: Said }[];
  created_at: string;
  finished_at: string | null;
}

export interface Road {
  total: number;
  states: number[];
  points: [number, number][];
}

export interface Roads {
  width: number;
  height: number;
  rows: number;
  columns: number;
  states: number;
  first: Road | null;
  second: Road | null;
  ends: [number, number][];
  ranked: Road[];
  compared: boolean;
  classic: Road | null;
}

export interface TrekSearch {
  heuristic: string;
  why: Said;
  days: number;
  expanded: number;
  generated: number;
  prepared: number;
  seconds: number;
  first: number[];
  visits: number[];
}

export interface TrekSolution {
  rows: number;
  columns: number;
  rations: number;
  cells: string;
  days: number;
  path: string;
  route: number[];
  left: number[];
  searches: TrekSearch[];
}

export interface TrekFinding {
  right: boolean;
  days: number;
  optimum: number;
  step: number | null;
  said: Said;
  hint: Said | null;
}
