// What a form or a button asks of the server, and why it was refused.

import { problemOf } from '$lib/api/client';
import type { Message } from '$lib/api/types';

export class Attempt {
  busy = $state(false);
  refused = $state.raw<Message | null>(null);

  /** Do *work*; false if the server has refused it. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.refused = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
