// The keys of the seats that this browser plays: whoever has the key of a seat plays that side.
//
// A link may bring one: `#join=INVITATION` lets somebody take a free seat, `#seat=KEY` is a seat itself. What follows
// the `#` is never sent to a server, and it is removed from the address at once.

const STORED = 'garlic-seats'; // do not rename: browsers have stored it
const MOST = 200; // games; the oldest are forgotten

const KEY_HEADER = 'Garlic-Seat-Key';

type Keys = Record<string, string>; // by the id of the game, oldest first

let unstored: Keys = {}; // where the browser keeps nothing

/** The keys that *text* holds; what is not ours is left out. */
export function parseKeys(text: string | null): Keys {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** *keys* with that of one more game. */
export function withKey(keys: Keys, id: string, key: string): Keys {
  const others = Object.entries(keys).filter(([known]) => known !== id);
  return Object.fromEntries([...others, [id, key] as const].slice(-MOST));
}

function load(): Keys {
  try {
    return { ...parseKeys(localStorage.getItem(STORED)), ...unstored };
  } catch {
    return unstored;
  }
}

/** The keys of all games that are played here. */
export function allKeys(): Readonly<Keys> {
  return load();
}

/** The key with which the game *id* is played here. */
export function keyOf(id: string): string | null {
  return load()[id] ?? null;
}

/** Keep the key of a seat in the game *id*. */
export function keepKey(id: string, key: string): void {
  const keys = withKey(load(), id, key);
  try {
    localStorage.setItem(STORED, JSON.stringify(keys));
  } catch {
    unstored = keys; // until the page is closed
  }
}

/** A key that nobody can guess. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The headers of a request about the game *id*. */
export function seatHeaders(id: string): Record<string, string> {
  const key = keyOf(id);
  return key ? { [KEY_HEADER]: key } : {};
}

/** What the link that was opened brings, after it has been removed from the address. */
export function takeFromAddress(): { join?: string; seat?: string } {
  const given = new URLSearchParams(location.hash.slice(1));
  const join = given.get('join');
  const seat = given.get('seat');
  if (!join && !seat) return {};
  history.replaceState(history.state, '', location.pathname + location.search);
  return { ...(join ? { join } : {}), ...(seat ? { seat } : {}) };
}

/** The link with which somebody else takes the free seat of the game *id*. */
export function invitationLink(id: string, invitation: string): string {
  return `${location.origin}/play/${encodeURIComponent(id)}#join=${invitation}`;
}
