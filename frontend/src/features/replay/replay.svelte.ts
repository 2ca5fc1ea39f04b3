// A game in the viewer: the current step, the length so far, and the review of its moves.

import type { BoardFrame, Side } from '$lib/board/values/types';
import { ranOutOfTime } from '$lib/format/players';
import { translate, t } from '$lib/i18n/i18n.svelte';

import { Timeline } from './timeline';
import type { BotAnswer, MoveReview, ReviewData, ViewData, OutcomeView, GameStep, TurnView } from './types';

export class Replay {
  readonly timeline: Timeline;
  length: number = $state(1);
  place: number = $state(0);
  outcome: OutcomeView | null = $state.raw(null);
  review: ReviewData | null = $state.raw(null);
  botAnswer: BotAnswer | null = $state.raw(null);
  speed: number = $state(2); // steps per second during playback
  jumped: boolean = $state(false); // the last change was not a single step: do not animate it

  constructor(readonly view: ViewData) {
    this.timeline = new Timeline(view.start, view.steps);
    this.length = this.timeline.length;
    this.outcome = view.outcome ?? null;
    if (view.simultaneous) this.speed = this.length > 400 ? 30 : 5;
  }

  /** The last step. */
  get end(): number {
    return this.length - 1;
  }

  readonly frame: BoardFrame = $derived.by(() => {
    void this.length;
    return this.timeline.frame(this.place);
  });

  readonly turns: TurnView[] = $derived.by(() => {
    void this.length;
    return this.turnsAt(this.place);
  });

  private readonly reviewed: Map<string, MoveReview> = $derived(
    new Map(this.review?.moves.map((move) => [`${move.step}${move.seat}`, move]) ?? []),
  );

  turnsAt(place: number): TurnView[] {
    return place === 0 ? this.view.start.turns : (this.timeline.steps[place - 1]?.turns ?? []);
  }

  /** The review of the move by which *side* reached *place*. */
  reviewOf(place: number, side: Side): MoveReview | undefined {
    return this.reviewed.get(`${place}${side}`);
  }

  /** Did a person's clock run out in *turn*? */
  ranOut(turn: TurnView): boolean {
    return ranOutOfTime(turn, this.view.bots[turn.seat === 'a' ? 0 : 1].kind === 'human');
  }

  /** Why the game is over. */
  reasonText(): string {
    if (!this.outcome) return '';
    return this.turnsAt(this.end).some((turn) => this.ranOut(turn))
      ? t('play.time_ran_out')
      : translate(this.outcome.reason);
  }

  /** The step reached by turn *number*. */
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
    this.botAnswer = null;
  }

  /** Add steps of a running game; if the last step is shown, follow. */
  append(steps: GameStep[]): void {
    const along = this.place === this.end;
    this.timeline.append(steps);
    this.length = this.timeline.length;
    if (along) this.go(this.end);
  }
}
