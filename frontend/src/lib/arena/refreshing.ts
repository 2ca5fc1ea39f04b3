// Fetching again what has changed, but not more often than anybody could read.

/** A function that does *work* now, and again later if it is called meanwhile. */
export function gently(work: () => Promise<void>, pause = 1000): { call: () => void; end: () => void } {
  let busy = false;
  let again = false;
  let ended = false;
  async function run(): Promise<void> {
    busy = true;
    do {
      again = false;
      await work();
      await new Promise((resolve) => setTimeout(resolve, pause));
    } while (again && !ended);
    busy = false;
  }
  return {
    call: () => {
      if (ended) return;
      if (busy) again = true;
      else void run();
    },
    end: () => {
      ended = true;
    },
  };
}
