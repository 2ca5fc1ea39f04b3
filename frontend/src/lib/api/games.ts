// The games that the server knows.

import { getJson } from './client';
import type { Said } from './types';

export interface MapFacts {
  name: string;
  rows: number;
  columns: number;
  about: Said;
}

export interface GameFacts {
  name: string;
  title: Said;
  seats: [string, string];
  rules: string[];
  maps: MapFacts[];
  simultaneous: boolean;
  may_resign: boolean;
  levels: number;
  players: string[];
  turn_seconds: number;
  game_seconds: number | null;
}

let games: Promise<GameFacts[]> | undefined;

/** Every game; asked for once. */
export function allGames(): Promise<GameFacts[]> {
  games ??= getJson<GameFacts[]>('/api/games').catch((fault: unknown) => {
    games = undefined;
    throw fault;
  });
  return games;
}
