// Loading what a page shows, now and whenever the server says that it has changed.

import { listen } from './events';
import { throttled } from './refresh';

/** Call *load* now and after events of *topic*, with a *pause* between; end it with the returned function. */
export function follow(topic: string, load: () => Promise<void>, pause: number): () => void {
  const refresh = throttled(load, pause);
  refresh.call();
  const end = listen(topic, refresh.call);
  return () => {
    end();
    refresh.end();
  };
}
