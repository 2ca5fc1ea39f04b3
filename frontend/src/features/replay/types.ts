// Game runs and reviews as the server sends them.

import type { Message } from '$lib/api/types';
import type { BoardShape, Fact, Piece, Side } from '$lib/board/types';

export interface ViewFault {
  name: Message;
  detail?: Message;
  advice: Message;
  cost: string;
}

export interface ViewTurn {
  number: number;
  side: Side;
  move?: string;
  spoken?: string;
  path?: number[];
  verdict: string;
  fault?: ViewFault;
  seconds: number;
  cpu_seconds: number;
  delay_seconds?: number;
  memory_bytes: number;
  stdout?: string;
  stderr?: string;
  restarted?: boolean;
}

export interface ViewFrame {
  pieces: Piece[];
  actors?: Piece[];
  last?: number[];
  forbidden?: number[];
  facts?: number[];
}

export interface ViewStep {
  set?: Piece[];
  clear?: number[];
  actors?: Piece[];
  last?: number[];
  forbidden?: number[];
  facts?: number[];
  new_facts?: Fact[];
  turns: ViewTurn[];
  scores?: [number, number];
}

export interface ViewStart {
  shape: BoardShape;
  frame: ViewFrame;
  new_facts?: Fact[];
  turns: ViewTurn[];
  scores?: [number, number];
}

export interface ViewBot {
  name: string;
  kind: string;
  digest: string;
}

export interface ViewOutcome {
  winner?: Side | null;
  reason: Message;
  scores?: [number, number] | null;
}

export interface ViewData {
  game: string;
  title: Message;
  simultaneous: boolean;
  map?: string | null;
  seed?: number;
  turn_seconds: number;
  game_seconds?: number | null;
  bots: ViewBot[];
  start: ViewStart;
  steps: ViewStep[];
  outcome?: ViewOutcome | null; // none while it is running
  overloads?: number;
  delayed?: boolean; // a bot waited for a processor
  downloads?: string[];
}

export interface Score {
  points: number | null;
  win_in: number | null;
  loss_in: number | null;
  proven: boolean;
}

export type Grade = 'inaccuracy' | 'mistake' | 'blunder';

export interface MoveReview {
  step: number;
  number: number;
  seat: Side;
  played: string | null;
  verdict: string;
  worth: Score;
  best: string;
  best_spoken?: string;
  best_path?: number[];
  best_worth: Score;
  line: string[];
  loss: { points: number | null; drop: number };
  accuracy: number;
  grade: Grade | null;
  only_move: boolean;
}

export interface SideReview {
  moves: number;
  accuracy: number | null;
  average_points: number | null;
  grades: Record<Grade, number>;
}

export interface Clock {
  turns: number;
  seconds: number;
  median_seconds: number;
  slowest: { number: number; seconds: number; share: number }[];
  near: number[];
  late: number[];
  game_share: number | null;
}

export interface ReviewData {
  complete: boolean;
  counted: string;
  limit: { seconds: number | null; nodes: number | null };
  evaluations: (Score | null)[];
  chances: (number | null)[];
  moves: MoveReview[];
  costliest: MoveReview[];
  sides: [SideReview, SideReview];
  clocks: [Clock, Clock];
}

export interface BotAnswer {
  bot: string;
  seat: Side;
  same: boolean;
  played: ViewTurn;
  answer: ViewTurn;
}
