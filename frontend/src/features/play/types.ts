// A game that a person plays, as the server sends it.

import type { Message } from '$lib/api/types';
import type { BoardFrame, BoardShape, LegalMove, Side } from '$lib/board/types';
import type { SeatView } from '$lib/format/players';

export interface TurnView {
  number: number;
  seat: Side;
  move: string | null;
  spoken: string | null;
  seconds: number;
  verdict: Message | null;
  detail: Message | null;
  advice: Message | null;
}

export interface PlayStatus {
  ply: number;
  waiting: Side[];
  thinking: Side | null;
  moves: Partial<Record<Side, LegalMove[]>>;
  outcome: { winner: Side | null; reason: Message; scores: [number, number] | null } | null;
  record: string | null;
  trouble: Message | null;
  paused: boolean;
  used: [number, number];
  elapsed: number;
  can_take_back: boolean;
}

export interface PlayView {
  id: string;
  game: string;
  title: Message;
  map: string | null;
  start: string;
  position: string;
  seats: [SeatView, SeatView];
  turn_seconds: number;
  clock_seconds: number | null;
  ticks: number | null;
  shape: BoardShape;
  frame: BoardFrame;
  turns: TurnView[];
  status: PlayStatus;
}

export interface LineView {
  move: string;
  path: number[];
  spoken: string | null;
  score: Message;
  points: number | null;
  win_in: number | null;
  moves: string[];
}

export interface Thoughts {
  ply: number | null;
  seat: Side;
  depth: number | null;
  nodes: number;
  seconds: number;
  done: boolean;
  lines: LineView[];
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'stay';
