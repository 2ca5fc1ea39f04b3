// Whether the server can be reached, by its event stream and by requests.

const PROBE_MILLISECONDS = 2000;

const reached = $state({ stream: true, requests: true });
let waiting: (() => void)[] = [];
let probing: ReturnType<typeof setTimeout> | undefined;

/** Is the connection lost? */
export function isLost(): boolean {
  return !reached.stream || !reached.requests;
}

/** Note whether the event stream is open. */
export function noteStream(open: boolean): void {
  reached.stream = open;
  update();
}

/** Note whether a request was answered. */
export function noteRequest(answered: boolean): void {
  reached.requests = answered;
  update();
}

/** Wait until a request may succeed again. */
export function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    update();
  });
}

function update(): void {
  if (reached.requests) {
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  } else probing ??= setTimeout(() => void probe(), PROBE_MILLISECONDS);
}

/** Ask for something small: any answer means that the server is there. */
async function probe(): Promise<void> {
  const answer = await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  probing = undefined;
  noteRequest(answer !== null && answer.status < 500);
}
