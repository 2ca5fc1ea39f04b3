// Every position of a game, computed from the changes of each step. Jumps are fast: whole boards
// are stored every 64 steps, and single steps continue from the board shown last.

import { apply, frameOf } from '$lib/board/values/frames';
import type { BoardFrame, Piece } from '$lib/board/values/types';

import type { GameStart, GameStep } from './types';

const APART = 64; // steps between stored boards

export class Timeline {
  readonly steps: GameStep[] = [];
  private readonly kept: Piece[][];
  private board = new Map<number, Piece>();
  private at = 0;

  constructor(
    readonly start: GameStart,
    steps: readonly GameStep[] = [],
  ) {
    this.kept = [start.frame.pieces];
    this.rewind(start.frame.pieces, 0);
    this.append(steps);
  }

  /** The number of positions, including the start. */
  get length(): number {
    return this.steps.length + 1;
  }

  /** Add *steps* at the end. */
  append(steps: readonly GameStep[]): void {
    for (const step of steps) {
      this.steps.push(step);
      if (this.steps.length % APART === 0) {
        this.walk(this.steps.length);
        this.kept.push([...this.board.values()]);
      }
    }
  }

  /** The board after *place* steps. */
  frame(place: number): BoardFrame {
    this.walk(place);
    const shown = place === 0 ? this.start.frame : this.steps[place - 1]!;
    return frameOf([...this.board.values()], shown);
  }

  /** The score after *place* steps, if the game has scores. */
  scores(place: number): [number, number] | undefined {
    return (place === 0 ? this.start.scores : this.steps[place - 1]?.scores) ?? undefined;
  }

  private walk(place: number): void {
    const near = Math.min(Math.floor(place / APART), this.kept.length - 1);
    if (this.at > place || this.at < near * APART) this.rewind(this.kept[near]!, near * APART);
    for (; this.at < place; this.at++) apply(this.board, this.steps[this.at]!);
  }

  private rewind(pieces: Piece[], place: number): void {
    this.board = new Map(pieces.map((piece) => [piece.at, piece]));
    this.at = place;
  }
}
