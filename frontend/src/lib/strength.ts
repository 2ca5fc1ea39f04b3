// A person's finished games against rated players, kept in this browser, and the strength that they show.

import { postJson } from './api/client';
import type { PersonResult, StrengthModel as Strength } from './api/schema';

export type { Strength };

export interface FinishedGame extends PersonResult {
  id: string; // of the game: it counts once
}

export interface Profile {
  moved: string[]; // games in which a move was made in this browser
  finished: Record<string, FinishedGame[]>; // by the kind of game, oldest first
}

const KEY = 'garlic-strength'; // do not rename: browsers have stored it
const MOST_MOVED = 100;
const MOST_FINISHED = 500; // as many as the server counts

/** The profile that *text* holds; what is not ours is left out. */
export function parseProfile(text: string | null): Profile {
  const profile: Profile = { moved: [], finished: {} };
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return profile;
  }
  if (typeof found !== 'object' || found === null) return profile;
  const { moved, finished } = found as Partial<Record<keyof Profile, unknown>>;
  if (Array.isArray(moved)) profile.moved = moved.filter((id) => typeof id === 'string');
  if (typeof finished === 'object' && finished !== null) {
    for (const [game, games] of Object.entries(finished)) {
      if (Array.isArray(games)) profile.finished[game] = games.filter(isFinishedGame).slice(-MOST_FINISHED);
    }
  }
  return profile;
}

function isFinishedGame(value: unknown): value is FinishedGame {
  if (typeof value !== 'object' || value === null) return false;
  const { id, opponent, result, first } = value as Partial<Record<keyof FinishedGame, unknown>>;
  const known = result === 'won' || result === 'drawn' || result === 'lost';
  return typeof id === 'string' && typeof opponent === 'string' && known && typeof first === 'boolean';
}

/** *profile* after a move in the game *id*. */
export function withMove(profile: Profile, id: string): Profile {
  if (profile.moved.includes(id)) return profile;
  return { ...profile, moved: [...profile.moved, id].slice(-MOST_MOVED) };
}

/** *profile* after the end of a game; only the first end of a game counts that was played here. */
export function withFinished(profile: Profile, game: string, ended: FinishedGame): Profile {
  const games = profile.finished[game] ?? [];
  if (!profile.moved.includes(ended.id) || games.some(({ id }) => id === ended.id)) return profile;
  return { ...profile, finished: { ...profile.finished, [game]: [...games, ended].slice(-MOST_FINISHED) } };
}

function load(): Profile {
  try {
    return parseProfile(localStorage.getItem(KEY));
  } catch {
    return parseProfile(null); // no storage
  }
}

function save(profile: Profile): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(profile));
  } catch {
    // Not stored: these games do not count.
  }
}

/** Note that a move was made here in the game *id*. */
export function noteMove(id: string): void {
  const profile = load();
  const changed = withMove(profile, id);
  if (changed !== profile) save(changed);
}

/** Note the end of a game; it counts if it was played in this browser. */
export function noteEnd(game: string, ended: FinishedGame): void {
  const profile = load();
  const changed = withFinished(profile, game, ended);
  if (changed !== profile) save(changed);
}

/** The kinds of games of which finished ones are kept. */
export function gamesPlayed(): string[] {
  return Object.entries(load().finished)
    .filter(([, games]) => games.length)
    .map(([game]) => game);
}

/** Forget the finished games of one kind. */
export function forgetGames(game: string): void {
  const profile = load();
  save({ ...profile, finished: { ...profile.finished, [game]: [] } });
}

/** The strength that the kept games show; null if there are none. */
export async function strengthAt(game: string): Promise<Strength | null> {
  const games = load().finished[game] ?? [];
  if (!games.length) return null;
  const results: PersonResult[] = games.map(({ opponent, result, first }) => ({ opponent, result, first }));
  return postJson<Strength>(`/api/ladders/${encodeURIComponent(game)}/strength`, { results });
}
