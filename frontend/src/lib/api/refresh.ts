// Reloading what has changed, without too many requests.

/** Run *work* now; calls while it runs or during the pause after it lead to one more run. */
export function throttled(work: () => Promise<void>, pause = 1000): { call: () => void; end: () => void } {
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

/** Of overlapping requests only the newest counts; the answers of the others become null. */
export function latestOnly<T>(): (answer: Promise<T>) => Promise<T | null> {
  let asked = 0;
  return async (answer) => {
    const mine = ++asked;
    const found = await answer;
    return mine === asked ? found : null;
  };
}
