// One event stream for the whole page, for all topics that have listeners. After a gap
// the server sends the missed events, or "reset": reload what you show.

import { checkSession } from '../session.svelte';
import { noteStream } from './connection.svelte';
import type { StreamControl } from './schema';

/** What all events have; the server's document says which kinds a topic has, with which data. */
interface ArenaEvent {
  topic: string;
  kind: string;
}

type Listener = (event: never) => void;

const listeners = new Map<string, Set<Listener>>();
let source: EventSource | undefined;
let openTopics = '';
let lastEventId = '';
let scheduled = false;

/** Call *listener* for each event *E* of *topic* until the returned function is called. */
export function listen<E extends ArenaEvent = ArenaEvent>(topic: string, listener: (event: E) => void): () => void {
  let topicListeners = listeners.get(topic);
  if (!topicListeners) listeners.set(topic, (topicListeners = new Set()));
  topicListeners.add(listener);
  scheduleConnect();
  return () => {
    topicListeners.delete(listener);
    if (topicListeners.size === 0 && listeners.get(topic) === topicListeners) listeners.delete(topic);
    scheduleConnect();
  };
}

function dispatch(event: ArenaEvent): void {
  for (const listener of [...(listeners.get(event.topic) ?? [])]) listener(event as never);
}

function scheduleConnect(): void {
  if (scheduled) return;
  scheduled = true;
  // A page change removes and adds topics: reconnect once for all of them.
  setTimeout(() => {
    scheduled = false;
    connect();
  }, 0);
}

function connect(): void {
  const topics = [...listeners.keys()].sort().join(',');
  if (topics === openTopics && source?.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = undefined;
  openTopics = topics;
  if (!topics) {
    noteStream(true); // none is needed
    return;
  }
  const query = new URLSearchParams({ topics });
  const isFirst = !lastEventId;
  if (lastEventId) query.set('last', lastEventId);
  const stream = new EventSource(`/api/events?${query}`);
  source = stream;
  stream.onopen = () => noteStream(true);
  stream.onmessage = (message: MessageEvent<string>) => {
    lastEventId = message.lastEventId;
    const event = JSON.parse(message.data) as ArenaEvent;
    if (event.kind === 'hello' && isFirst) {
      // Events before this first connection were missed: reload everything.
      for (const topic of [...listeners.keys()]) dispatch({ topic, kind: 'reset' } satisfies StreamControl);
    } else dispatch(event);
  };
  stream.onerror = () => {
    if (source !== stream) return;
    noteStream(false);
    // The browser reconnects by itself, unless the server refused the stream.
    if (stream.readyState === EventSource.CLOSED) {
      void checkSession();
      setTimeout(() => source === stream && connect(), 3000);
    }
  };
}
