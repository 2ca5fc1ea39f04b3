// Solutions of the puzzles as the server sends them.

import type { Message } from '$lib/api/types';

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
  why: Message;
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
  said: Message;
  hint: Message | null;
}
