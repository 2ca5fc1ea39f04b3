// Every position of a game, made from what each step changed. Jumping is quick: whole boards are
// kept every so many steps, and stepping on goes from the board that was shown last.

import type { BoardFrame, Fact, Piece } from '$lib/board/types';
import type { ViewStart, ViewStep } from './types';

const APART = 64; // steps between boards that are kept whole

export class Timeline {
  readonly facts: Fact[] = [];
  readonly steps: ViewStep[] = [];
  private readonly kept: Piece[][];
  private board = new Map<number, Piece>();
  private at = 0;

  constructor(
    readonly start: ViewStart,
    steps: readonly ViewStep[] = [],
  ) {
    this.facts.push(...(start.new_facts ?? []));
    this.kept = [start.frame.pieces];
    this.rewind(start.frame.pieces, 0);
    this.append(steps);
  }

  /** How many positions there are; the first is the start. */
  get length(): number {
    return this.steps.length + 1;
  }

  /** Go on with *steps*. */
  append(steps: readonly ViewStep[]): void {
    for (const step of steps) {
      this.steps.push(step);
      this.facts.push(...(step.new_facts ?? []));
      if (this.steps.length % APART === 0) {
        this.walk(this.steps.length);
        this.kept.push([...this.board.values()]);
      }
    }
  }

  /** What stands on the board after so many steps. */
  frame(place: number): BoardFrame {
    this.walk(place);
    const shown = place === 0 ? this.start.frame : this.steps[place - 1]!;
    return {
      pieces: [...this.board.values()],
      actors: shown.actors ?? [],
      last: shown.last ?? [],
      forbidden: shown.forbidden ?? [],
      facts: (shown.facts ?? []).map((number) => this.facts[number]!),
    };
  }

  /** The score after so many steps, where the game has one. */
  scores(place: number): [number, number] | undefined {
    return place === 0 ? this.start.scores : this.steps[place - 1]?.scores;
  }

  private walk(place: number): void {
    const near = Math.min(Math.floor(place / APART), this.kept.length - 1);
    if (this.at > place || this.at < near * APART) this.rewind(this.kept[near]!, near * APART);
    for (; this.at < place; this.at++) {
      const step = this.steps[this.at]!;
      for (const empty of step.clear ?? []) this.board.delete(empty);
      for (const piece of step.set ?? []) this.board.set(piece.at, piece);
    }
  }

  private rewind(pieces: Piece[], place: number): void {
    this.board = new Map(pieces.map((piece) => [piece.at, piece]));
    this.at = place;
  }
}
