// Labs and gradings as the server sends them.

import type { Said, State } from '$lib/api/types';

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
