// A running game: its steps so far, new ones as they come, and finally the key of its record.

import { getJson, problemOf } from '$lib/api/client';
import { listen } from '$lib/api/events';
import type { Message } from '$lib/api/types';

import { Replay } from './replay.svelte';
import type { BotView, GameStep, LiveEvent, LiveFacts, LiveStart } from './types';

export class LiveGame {
  facts: LiveFacts | null = $state.raw(null);
  game: Replay | null = $state.raw(null);
  problem: Message | null = $state.raw(null);

  constructor(
    private readonly id: string,
    private readonly ended: (key: string | null) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Follow the game until the returned function is called. */
  watch(): () => void {
    const leave = listen<LiveEvent>(`match:${this.id}`, (event) => this.onEvent(event));
    void this.fetchAll();
    return leave;
  }

  private async fetchAll(): Promise<void> {
    try {
      const facts = await getJson<LiveFacts>(`/api/live/${encodeURIComponent(this.id)}`);
      this.facts = facts;
      this.problem = null;
      if (facts.start) this.begin(facts.start, facts.steps);
      if (facts.state === 'finished' || facts.state === 'stopped') await this.ended(facts.key);
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  private begin(start: LiveStart, steps: GameStep[]): void {
    if (!this.facts) return;
    const { turn_seconds, game_seconds } = start;
    const { game, title, simultaneous, names } = this.facts;
    const bot = (name: string) => ({ name, kind: '', digest: '' });
    const bots: [BotView, BotView] = [bot(names[0]), bot(names[1])];
    const made = new Replay({ game, title, simultaneous, bots, turn_seconds, game_seconds, start, steps });
    made.go(made.end);
    this.game = made;
  }

  private onEvent(event: LiveEvent): void {
    if (event.kind === 'start') {
      if (this.facts) this.begin(event.data, []);
    } else if (event.kind === 'steps') {
      if (!this.game) return;
      const { first, steps } = event.data;
      const known = this.game.timeline.steps.length;
      if (first > known)
        void this.fetchAll(); // steps were missed
      else this.game.append(steps.slice(known - first));
    } else if (event.kind === 'end') {
      this.ended(event.data.key).catch(() => this.fetchAll());
    } else if (event.kind === 'reset') void this.fetchAll();
  }
}
