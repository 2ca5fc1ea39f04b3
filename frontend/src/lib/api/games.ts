// The games that the server offers.

import { getJson } from './client';
import type { GameModel as GameFacts } from './schema';

export type { GameFacts };

let games: Promise<GameFacts[]> | undefined;

/** All games; requested once. */
export function allGames(): Promise<GameFacts[]> {
  games ??= getJson<GameFacts[]>('/api/games').catch((error: unknown) => {
    games = undefined;
    throw error;
  });
  return games;
}
