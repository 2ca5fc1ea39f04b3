// A game while it is played: what was, what comes, and the key of its record in the end.

import { getJson, reason } from '$lib/api/client';
import type { Said } from '$lib/api/types';
import { listen, type ArenaEvent } from '$lib/api/events';
import { Game } from './replay.svelte';
import type { ViewStart, ViewStep } from './types';

interface LiveStart extends ViewStart {
  turn_seconds: number;
  game_seconds: number | null;
}

interface LiveFacts {
  game: string;
  title: Said;
  simultaneous: boolean;
  names: [string, string];
  state: 'waiting' | 'running' | 'finished' | 'stopped';
  start: LiveStart | null;
  steps: ViewStep[];
  key: string | null;
}

export class LiveGame {
  facts: LiveFacts | null = $state.raw(null);
  game: Game | null = $state.raw(null);
  problem: Said | null = $state.raw(null);

  constructor(
    private readonly id: string,
    private readonly ended: (key: string | null) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Look on until the function that comes back is called. */
  watch(): () => void {
    const leave = listen(`match:${this.id}`, (event) => this.hear(event));
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
    } catch (fault) {
      this.problem = reason(fault);
    }
  }

  private begin(start: LiveStart, steps: ViewStep[]): void {
    if (!this.facts) return;
    const { turn_seconds, game_seconds } = start;
    const { game, title, simultaneous, names } = this.facts;
    const bots = names.map((name) => ({ name, kind: '', digest: '' }));
    const made = new Game({ game, title, simultaneous, bots, turn_seconds, game_seconds, start, steps });
    made.go(made.end);
    this.game = made;
  }

  private hear(event: ArenaEvent): void {
    if (event.kind === 'start') {
      if (this.facts) this.begin((event.data as { start: LiveStart }).start, []);
    } else if (event.kind === 'steps') {
      if (!this.game) return;
      const { from, steps } = event.data as { from: number; steps: ViewStep[] };
      const known = this.game.timeline.steps.length;
      if (from > known)
        void this.fetchAll(); // something was missed
      else this.game.append(steps.slice(known - from));
    } else if (event.kind === 'end') {
      this.ended((event.data as { key: string | null }).key).catch(() => this.fetchAll());
    } else if (event.kind === 'reset') void this.fetchAll();
  }
}
