// The games that the server offers.

import { getJson } from './client';
import type { Message } from './types';

export interface MapFacts {
  name: string;
  rows: number;
  columns: number;
  about: Message;
}

export interface GameFacts {
  name: string;
  title: Message;
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

/** All games; requested once. */
export function allGames(): Promise<GameFacts[]> {
  games ??= getJson<GameFacts[]>('/api/games').catch((error: unknown) => {
    games = undefined;
    throw error;
  });
  return games;
}
