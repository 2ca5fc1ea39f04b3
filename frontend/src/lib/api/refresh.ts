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

/** Of answers that overtake each other only the one asked for last counts; the others become null. */
export function lastAsked<T>(): (answer: Promise<T>) => Promise<T | null> {
  let asked = 0;
  return async (answer) => {
    const mine = ++asked;
    const found = await answer;
    return mine === asked ? found : null;
  };
}
