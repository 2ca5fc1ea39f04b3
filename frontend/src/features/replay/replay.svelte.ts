// A game that is looked at: where in it, how far it goes, and what is known about its moves.

import type { BoardFrame, Side } from '$lib/board/types';
import { Timeline } from './timeline';
import type { Asked, MoveReview, ReviewData, ViewData, ViewOutcome, ViewStep, ViewTurn } from './types';

export class Game {
  readonly timeline: Timeline;
  length: number = $state(1);
  place: number = $state(0);
  outcome: ViewOutcome | null = $state.raw(null);
  review: ReviewData | null = $state.raw(null);
  asked: Asked | null = $state.raw(null);
  speed: number = $state(2); // steps a second when it plays by itself
  jumped: boolean = $state(false); // the last change was no single step: nothing to animate

  constructor(readonly view: ViewData) {
    this.timeline = new Timeline(view.start, view.steps);
    this.length = this.timeline.length;
    this.outcome = view.outcome ?? null;
    if (view.simultaneous) this.speed = this.length > 400 ? 30 : 5;
  }

  /** The last place. */
  get end(): number {
    return this.length - 1;
  }

  readonly frame: BoardFrame = $derived.by(() => {
    void this.length;
    return this.timeline.frame(this.place);
  });

  readonly turns: ViewTurn[] = $derived.by(() => {
    void this.length;
    return this.turnsAt(this.place);
  });

  private readonly reviewed: Map<string, MoveReview> = $derived(
    new Map(this.review?.moves.map((move) => [`${move.step}${move.seat}`, move]) ?? []),
  );

  turnsAt(place: number): ViewTurn[] {
    return place === 0 ? this.view.start.turns : (this.timeline.steps[place - 1]?.turns ?? []);
  }

  /** What the review says of a side's move that led to *place*. */
  judged(place: number, side: Side): MoveReview | undefined {
    return this.reviewed.get(`${place}${side}`);
  }

  /** The place to which turn *number* led. */
  placeOf(number: number): number {
    const { steps } = this.timeline;
    if (steps[number - 1]?.turns[0]?.number === number) return number;
    return Math.max(0, steps.findIndex((step) => step.turns.some((turn) => turn.number === number)) + 1);
  }

  go(place: number): void {
    const there = Math.max(0, Math.min(this.end, place));
    if (there === this.place) return;
    this.jumped = Math.abs(there - this.place) !== 1;
    this.place = there;
    this.asked = null;
  }

  /** More of a game that is being played; whoever stood at its end goes along. */
  append(steps: ViewStep[]): void {
    const along = this.place === this.end;
    this.timeline.append(steps);
    this.length = this.timeline.length;
    if (along) this.go(this.end);
  }
}
