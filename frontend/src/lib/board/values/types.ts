// A board as data. The page knows no rules: legal moves come from the server.

import type { GameStep } from '../../api/schema';

export type { BoardFrame, BoardShape, Fact, FirstBoard, LegalMove, Piece, Seat as Side } from '../../api/schema';

/** The changes from one frame to the next. */
export type BoardStep = Omit<GameStep, 'turns' | 'scores'>;

export interface Arrow {
  from: number;
  to: number;
  kind?: 'hint' | 'better' | 'played' | 'own';
  label?: string;
}
