// One stream of events for the whole page. Whoever looks at a topic hears of it; after a gap
// the server sends what was missed, or "reset": fetch again what you show.

export interface ArenaEvent {
  topic: string;
  kind: string;
  data: unknown;
}

type Listener = (event: ArenaEvent) => void;

const listeners = new Map<string, Set<Listener>>();
let source: EventSource | undefined;
let open = '';
let last = '';
let planned = false;

/** Hear of *topic* until the function that comes back is called. */
export function listen(topic: string, listener: Listener): () => void {
  let those = listeners.get(topic);
  if (!those) listeners.set(topic, (those = new Set()));
  those.add(listener);
  plan();
  return () => {
    those.delete(listener);
    if (those.size === 0 && listeners.get(topic) === those) listeners.delete(topic);
    plan();
  };
}

function tell(event: ArenaEvent): void {
  for (const listener of [...(listeners.get(event.topic) ?? [])]) listener(event);
}

function plan(): void {
  if (planned) return;
  planned = true;
  // A page that changes leaves topics and takes others: one new stream for all of it.
  setTimeout(() => {
    planned = false;
    connect();
  }, 0);
}

function connect(): void {
  const topics = [...listeners.keys()].sort().join(',');
  if (topics === open && source?.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = undefined;
  open = topics;
  if (!topics) return;
  const query = new URLSearchParams({ topics });
  const fresh = !last;
  if (last) query.set('last', last);
  const stream = new EventSource(`/api/events?${query}`);
  source = stream;
  stream.onmessage = (message: MessageEvent<string>) => {
    last = message.lastEventId;
    const event = JSON.parse(message.data) as ArenaEvent;
    if (event.kind === 'hello' && fresh) {
      // What happened between the first look at a thing and now was told to nobody.
      for (const topic of [...listeners.keys()]) tell({ topic, kind: 'reset', data: null });
    } else tell(event);
  };
  stream.onerror = () => {
    // The browser tries again by itself, unless the server refused: then we do.
    if (stream.readyState === EventSource.CLOSED && source === stream) {
      setTimeout(() => source === stream && connect(), 3000);
    }
  };
}
