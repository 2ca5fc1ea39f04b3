// A game that a person plays: its state, kept up to date by events, and its commands.

import { getJson, postJson, problemOf, remove, RequestError } from '$lib/api/client';
import { connectionBack } from '$lib/api/connection.svelte';
import { listen } from '$lib/api/events';
import { allGames, type GameFacts } from '$lib/api/games';
import type { Message } from '$lib/api/types';
import { sideName } from '$lib/board/values/labels';
import { applyStep, predicted } from '$lib/board/hand/moves';
import type { BoardFrame, LegalMove, Side } from '$lib/board/values/types';
import { moveText, ranOutOfTime } from '$lib/format/players';
import { translate, t } from '$lib/i18n/i18n.svelte';
import { announce, notify } from '$lib/notices/notices.svelte';
import { keepKey, keyOf, newKey, seatHeaders, takeFromAddress } from '$lib/seats';
import { hear } from '$lib/sounds/synthesis';
import { noteEnd, noteMove } from '$lib/strength';

import type {
  Direction,
  Invitation,
  LineView,
  MoveRequest,
  NewPly,
  OfferKind,
  PlayEvent,
  PlayStatus,
  PlayView,
  Thoughts,
  TurnView,
} from './types';

const OFFSETS: Record<Direction, [number, number]> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
  stay: [0, 0],
};

export class PlaySession {
  view: PlayView | null = $state.raw(null);
  facts: GameFacts | null = $state.raw(null); // about the kind of game
  status: PlayStatus | null = $state.raw(null);
  frame: BoardFrame | null = $state.raw(null);
  turns: TurnView[] = $state.raw([]);
  problem: Message | null = $state(null);
  hint: LineView | null = $state.raw(null);
  thoughts: Thoughts | null = $state.raw(null);
  watching = $state(false);
  busy = $state(false);
  kept: LegalMove | null = $state.raw(null); // a move that could not be sent yet
  past: { ply: number; frame: BoardFrame } | null = $state.raw(null); // an earlier board that is looked at
  plyStartedAt = $state(0); // performance.now() at the start of the current ply, for the clocks

  /** The board before the person's own move, which is drawn before the server has answered. */
  private before: BoardFrame | null = $state.raw(null);
  private drawn: LegalMove | null = null; // that move
  readonly id: string;
  private stop: () => void;
  private queued: PlayEvent[] | null = null;

  constructor(id: string) {
    this.id = id;
    this.stop = listen<PlayEvent>(`play:${id}`, (event) => this.onEvent(event));
    if (!this.takeLink()) void this.load();
    addEventListener('hashchange', this.takeLink);
  }

  /** Take the seat that the address brings; false if it brings none. */
  private readonly takeLink = (): boolean => {
    const { join, seat } = takeFromAddress();
    if (seat) keepKey(this.id, seat);
    if (join) void this.join(join);
    else if (seat) void this.load();
    return Boolean(join ?? seat);
  };

  close(): void {
    this.stop();
    removeEventListener('hashchange', this.takeLink);
    if (this.watching) void this.command('analysis', { on: false });
  }

  /** The sides that are played in this browser; none if it only watches. */
  get humans(): Side[] {
    return this.view?.yours ?? [];
  }

  /** The status as it concerns this browser: what others have to do is left out. */
  get ownStatus(): PlayStatus | null {
    const { status, view } = this;
    if (!status || !view) return null;
    const waiting = this.kept ? [] : status.waiting.filter((side) => this.humans.includes(side));
    const can_take_back = status.can_take_back && this.humans.length > 0 && !view.between_people;
    return { ...status, waiting, can_take_back };
  }

  /** The legal moves of the own side that the game waits for. */
  get moves(): LegalMove[] {
    const status = this.before ? null : this.ownStatus; // else the last move is on its way
    const side = status?.waiting[0];
    return (side && status?.moves[side]) ?? [];
  }

  /** May the person here be shown good moves? */
  get mayBeHelped(): boolean {
    return this.hasBegun && (this.over || !this.view?.between_people);
  }

  /** Is it played here, and has everybody come? */
  get hasBegun(): boolean {
    return this.humans.length > 0 && !this.view?.seats.some((seat) => seat.free);
  }

  /** The other person's offer to the one here. */
  get offered(): { kind: OfferKind; to: Side } | null {
    for (const [from, kind] of Object.entries(this.status?.offers ?? {})) {
      const to = from === 'a' ? 'b' : 'a';
      if (this.humans.includes(to)) return { kind, to };
    }
    return null;
  }

  get over(): boolean {
    return Boolean(this.status?.outcome);
  }

  seatName(side: Side): string {
    return this.view ? sideName(this.view.shape, side) : '';
  }

  async load(): Promise<void> {
    if (this.queued) return; // already loading
    // Events that arrive during the request may be newer than its answer: apply them afterwards.
    this.queued = [];
    let events: PlayEvent[];
    try {
      const [view, games] = await Promise.all([
        getJson<PlayView>(this.path(), undefined, seatHeaders(this.id)),
        allGames(),
      ]);
      this.facts = games.find((known) => known.name === view.game) ?? null;
      this.show(view);
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      events = this.queued;
      this.queued = null;
    }
    for (const event of events) this.onEvent(event);
  }

  /** Take the free seat; in a game from before there were keys, without an invitation. */
  async join(invitation?: string): Promise<void> {
    const key = keyOf(this.id) ?? newKey(); // whoever has a seat already keeps it
    keepKey(this.id, key); // first: the answer may be lost
    await this.insist('join', { key, invitation });
    await this.load();
  }

  private show(view: PlayView): void {
    const first = !this.view;
    const own = view.status.ply === this.status?.ply ? this.drawn : null; // still on its way
    this.view = view;
    this.frame = view.frame;
    this.before = this.drawn = null;
    if (own) this.draw(own, view, view.frame);
    this.turns = view.turns;
    this.problem = null;
    this.setStatus(view.status);
    this.noteResult(view);
    if (first && !this.over) announce(this.statusText());
  }

  /** Keep the result of a game that counts for the person's strength. */
  private noteResult({ id, game, seats, status, counts }: PlayView): void {
    const side = this.humans[0];
    if (!status.outcome || counts !== 'yes' || !side) return;
    const { winner } = status.outcome;
    const result = !winner ? 'drawn' : winner === side ? 'won' : 'lost';
    noteEnd(game, { id, opponent: seats[side === 'a' ? 1 : 0].who, result, first: side === 'a' });
  }

  /** The person was helped: the server does not count the game either. */
  private noteHelp(): void {
    if (this.view?.counts === 'yes' && !this.over) this.view = { ...this.view, counts: 'helped' };
  }

  private setStatus(status: PlayStatus): void {
    if (status.ply !== this.status?.ply) {
      this.hint = this.past = null;
      this.plyStartedAt = performance.now() - status.elapsed * 1000;
      if (this.watching && !status.outcome) void this.requestAnalysis();
    }
    this.status = status;
  }

  private onEvent(event: PlayEvent): void {
    if (this.queued) {
      this.queued.push(event);
      return;
    }
    if (event.kind === 'moved') this.moved(event.data);
    else if (event.kind === 'status') this.setStatus(event.data);
    else if (event.kind === 'over') {
      this.setStatus(event.data);
      hear({ kind: 'over' });
      announce(this.outcomeText());
      void this.load(); // for the last turn, if it led to no new position
    } else if (event.kind === 'thoughts') {
      const thoughts = event.data;
      if (this.watching && thoughts.ply === this.status?.ply && !this.before) {
        this.thoughts = thoughts;
        this.hint = null; // an older search may have preferred another move
      }
    } else if (event.kind === 'removed') this.problem = { code: 'play.missing' };
    else void this.load();
  }

  private moved(moved: NewPly): void {
    if (!this.frame || !this.view || !this.status) return;
    if (moved.status.ply <= this.status.ply) return; // older than what is shown
    if (moved.status.ply !== this.status.ply + 1) {
      void this.load();
      return;
    }
    const before = this.before ?? this.frame;
    const heard = this.before !== null; // the own move, when it was drawn
    this.frame = applyStep(before, moved.step);
    this.before = this.drawn = null;
    hear({ kind: 'step', before, after: this.frame, heard });
    this.turns = [...this.turns, ...moved.step.turns];
    this.view = { ...this.view, position: moved.position };
    this.setStatus(moved.status);
    this.announceMove(moved);
  }

  /** Announce what was played, and whose turn it is. */
  private announceMove(moved: NewPly): void {
    if (this.view?.ticks) return;
    const played = moved.step.turns
      .map((turn) => t('play.move_text', { side: this.seatName(turn.seat), move: moveText(turn) }))
      .join(' ');
    const ended = moved.step.turns.some((turn) => turn.verdict !== 'ok' && !turn.fault);
    const next = !ended && moved.status.waiting.length === 1 ? moved.status.waiting[0] : undefined;
    announce(next ? `${played} ${t('play.turn_of', { side: this.seatName(next) })}` : played);
  }

  /** What the game waits for. */
  statusText(): string {
    const { view, status } = this;
    if (!status || !view) return '';
    if (this.kept) return t('play.kept', { move: moveText(this.kept) });
    if (this.humans.length > 0 && !this.hasBegun) return t('play.waits_for_friend');
    if (view.ticks) return t(status.paused ? 'play.paused' : 'play.running');
    if (status.thinking) return t('play.thinks', { side: this.seatName(status.thinking) });
    const waiting = status.waiting;
    if (waiting.length === 2) return t('play.both_choose');
    if (waiting.length === 1 && waiting[0]) {
      const side = this.seatName(waiting[0]);
      const own = this.humans.length === 1 && this.humans.includes(waiting[0]);
      return own ? t('play.your_turn', { side }) : t('play.turn_of', { side });
    }
    return t('play.wait');
  }

  /** Result, reason and score, for screen readers. */
  private outcomeText(): string {
    const outcome = this.status?.outcome;
    const scores = outcome?.scores ? `${outcome.scores[0]} : ${outcome.scores[1]}` : '';
    return [this.resultText(), this.reasonText(), scores].filter(Boolean).join(t('board.comma'));
  }

  /** Did a person's clock run out in *turn*? */
  ranOut(turn: TurnView): boolean {
    return ranOutOfTime(turn, this.view?.seats[turn.seat === 'a' ? 0 : 1].human ?? false);
  }

  /** Why the game is over. */
  reasonText(): string {
    const [outcome, last] = [this.status?.outcome, this.turns.at(-1)];
    if (!outcome) return '';
    return last && this.ranOut(last) ? t('play.time_ran_out') : translate(outcome.reason);
  }

  /** Who won. */
  resultText(): string {
    const outcome = this.status?.outcome;
    if (!outcome) return '';
    const humans = this.humans;
    let who: string;
    if (!outcome.winner) who = t('play.draw');
    else if (humans.length === 1) who = t(outcome.winner === humans[0] ? 'play.you_win' : 'play.you_lose');
    else who = t('play.wins', { side: this.seatName(outcome.winner) });
    return who;
  }

  async move(move: LegalMove, side = this.ownStatus?.waiting[0]): Promise<void> {
    if (!side || !this.status || this.kept) return;
    noteMove(this.id);
    const request: MoveRequest = { seat: side, move: move.move, ply: this.status.ply };
    const { frame, view } = this;
    if (frame && view && !this.before) {
      hear({ kind: 'step', before: frame, after: this.draw(move, view, frame) });
    }
    const accepted = await this.insist('moves', request, () => {
      this.kept = move;
      announce(this.statusText());
    });
    this.kept = null;
    if (!accepted && this.drawn === move) this.revert();
  }

  /** Show *move* at once; return the board after it. */
  private draw(move: LegalMove, { shape }: PlayView, frame: BoardFrame): BoardFrame {
    this.before = frame;
    this.drawn = move;
    this.hint = this.thoughts = null;
    return (this.frame = predicted(shape, frame, move) ?? frame);
  }

  /** The move was refused: show the board without it. */
  private revert(): void {
    this.frame = this.before ?? this.frame;
    this.before = this.drawn = null;
    if (this.watching) void this.requestAnalysis();
  }

  /** Send a command until the server answers (it knows one that has reached it before); was it accepted? */
  private async insist(name: string, body: unknown, onOffline?: () => void): Promise<boolean> {
    for (;;) {
      try {
        await postJson(this.path(name), body, seatHeaders(this.id));
        return true;
      } catch (error) {
        if (!(error instanceof RequestError && error.isOffline)) {
          await this.refused(error);
          return false;
        }
        onOffline?.();
        await connectionBack();
      }
    }
  }

  /** Offer the other person something, or agree to what they have offered. */
  async offer(kind: OfferKind, side = this.humans[0]): Promise<void> {
    await this.command('offers', { seat: side, kind, ply: this.status?.ply });
  }

  async decline(side: Side): Promise<void> {
    await this.command('decline', { seat: side });
  }

  /** The invitation to the free seat of a game that was opened here. */
  async invitation(): Promise<string | null> {
    try {
      const found = await getJson<Invitation>(this.path('invitation'), undefined, seatHeaders(this.id));
      return found.invitation;
    } catch {
      return null; // somebody has taken it meanwhile
    }
  }

  /** Delete the game. */
  async remove(): Promise<void> {
    await remove(this.path(), seatHeaders(this.id)).catch((error: unknown) => notify(problemOf(error)));
  }

  /** Go one step; in real time: keep going in *direction*. */
  async step(direction: Direction, side: Side): Promise<void> {
    const view = this.view;
    if (!view || !this.status || this.over) return;
    if (view.ticks) {
      if (this.status.paused) await this.command('pause', { paused: false });
      noteMove(this.id);
      await this.command('steer', { seat: side, direction });
      return;
    }
    const [down, right] = OFFSETS[direction];
    const width = view.shape.columns.length;
    const there = down * width + right;
    const move = this.status.moves[side]?.find(({ path }) => (path[path.length - 1] ?? 0) - (path[0] ?? 0) === there);
    if (move) await this.move(move, side);
  }

  /** Look at the board after *ply*, without leaving the game. */
  async lookBack(ply: number): Promise<void> {
    const now = this.status?.ply ?? 0;
    const wanted = Math.max(ply, 0);
    if (wanted >= now) {
      if (this.past) announce(this.statusText());
      this.past = null;
      return;
    }
    try {
      const frame = await getJson<BoardFrame>(this.path(`boards/${String(wanted)}`));
      if (this.status?.ply !== now) return; // the game has gone on
      this.past = { ply: wanted, frame };
      announce(this.pastText());
    } catch (error) {
      notify(problemOf(error));
    }
  }

  /** Which earlier board is shown. */
  pastText(): string {
    const played = this.turns.filter((turn) => turn.number > 0 && turn.number === this.past?.ply);
    return played.length > 0 ? t('play.after', { move: played.map(moveText).join(' ') }) : t('play.at_start');
  }

  async takeBack(): Promise<void> {
    const view = await this.command<PlayView>('take_back', { ply: this.status?.ply });
    if (!view) return;
    this.show(view);
    announce(`${t('play.taken_back')} ${this.statusText()}`);
  }

  async swap(): Promise<void> {
    const view = await this.command<PlayView>('swap', { ply: this.status?.ply });
    if (!view) return;
    this.show(view);
    announce(this.statusText());
  }

  async retry(): Promise<void> {
    const view = await this.command<PlayView>('retry', {});
    if (view) this.show(view);
  }

  async pause(paused: boolean): Promise<void> {
    await this.command('pause', { paused });
  }

  async resign(): Promise<void> {
    const side = this.ownStatus?.waiting[0] ?? this.humans[0];
    noteMove(this.id);
    await this.command('resign', { seat: side, ply: this.status?.ply });
  }

  async again(swapped: boolean): Promise<string | null> {
    const view = await this.command<PlayView>('again', { swapped });
    if (!view) return null;
    this.keepSeat(view.id);
    return view.id;
  }

  /** Whoever plays this game plays its rematch with the same key. */
  keepSeat(rematch: string): void {
    const key = keyOf(this.id);
    if (key) keepKey(rematch, key);
  }

  async askHint(): Promise<void> {
    const side = this.ownStatus?.waiting[0];
    const ply = this.status?.ply;
    if (!side || this.busy || this.watching) return;
    this.busy = true;
    const thoughts = await this.command<Thoughts>('hint', { seat: side, ply });
    this.busy = false;
    if (thoughts) this.noteHelp();
    const best = thoughts?.lines[0];
    // Two searches may disagree: where the engine's lines are shown, there is no hint.
    if (!best || this.status?.ply !== ply || this.before || this.watching) return;
    this.hint = best;
    announce(t('play.hint_text', { move: moveText(best), score: best.score }));
  }

  async watch(on: boolean): Promise<void> {
    this.watching = on;
    this.thoughts = null;
    if (on) await this.requestAnalysis();
    else await this.command('analysis', { on: false });
  }

  private async requestAnalysis(): Promise<void> {
    this.thoughts = this.hint = null;
    if (await this.command('analysis', { on: true, lines: 3 })) this.noteHelp();
  }

  private path(command = ''): string {
    return `/api/plays/${encodeURIComponent(this.id)}${command && `/${command}`}`;
  }

  private async command<T>(name: string, body: unknown): Promise<T | null> {
    try {
      return await postJson<T>(this.path(name), body, seatHeaders(this.id));
    } catch (error) {
      await this.refused(error);
      return null;
    }
  }

  private async refused(error: unknown): Promise<void> {
    // Another tab may have been quicker: show the current state.
    if (error instanceof RequestError && error.status === 409) await this.load();
    if (!(error instanceof RequestError && error.problem.code === 'play.stale')) notify(problemOf(error));
  }
}
