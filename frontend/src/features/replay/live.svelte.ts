// A running game: its steps so far, new ones as they come, and finally the key of its record.

import { getJson, problemOf } from '$lib/api/client';
import { listen, type ArenaEvent } from '$lib/api/events';
import type { Message } from '$lib/api/types';

import { Replay } from './replay.svelte';
import type { ViewStart, ViewStep } from './types';

interface LiveStart extends ViewStart {
  turn_seconds: number;
  game_seconds: number | null;
}

interface LiveFacts {
  game: string;
  title: Message;
  simultaneous: boolean;
  names: [string, string];
  state: 'waiting' | 'running' | 'finished' | 'stopped';
  start: LiveStart | null;
  steps: ViewStep[];
  key: string | null;
}

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
    const leave = listen(`match:${this.id}`, (event) => this.onEvent(event));
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

  private begin(start: LiveStart, steps: ViewStep[]): void {
    if (!this.facts) return;
    const { turn_seconds, game_seconds } = start;
    const { game, title, simultaneous, names } = this.facts;
    const bots = names.map((name) => ({ name, kind: '', digest: '' }));
    const made = new Replay({ game, title, simultaneous, bots, turn_seconds, game_seconds, start, steps });
    made.go(made.end);
    this.game = made;
  }

  private onEvent(event: ArenaEvent): void {
    if (event.kind === 'start') {
      if (this.facts) this.begin((event.data as { start: LiveStart }).start, []);
    } else if (event.kind === 'steps') {
      if (!this.game) return;
      const { from, steps } = event.data as { from: number; steps: ViewStep[] };
      const known = this.game.timeline.steps.length;
      if (from > known)
        void this.fetchAll(); // steps were missed
      else this.game.append(steps.slice(known - from));
    } else if (event.kind === 'end') {
      this.ended((event.data as { key: string | null }).key).catch(() => this.fetchAll());
    } else if (event.kind === 'reset') void this.fetchAll();
  }
}
