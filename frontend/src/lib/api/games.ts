// The games that the server offers.

import { getJson } from './client';
import type { CourseMapModel as CourseMap, GameModel as GameFacts } from './schema';

export type { CourseMap, GameFacts };

let games: Promise<GameFacts[]> | undefined;

/** All games; requested once. */
export function allGames(): Promise<GameFacts[]> {
  games ??= getJson<GameFacts[]>('/api/games').catch((error: unknown) => {
    games = undefined;
    throw error;
  });
  return games;
}

/** The maps of a course. */
export function mapsOfCourse(course: number): Promise<CourseMap[]> {
  return getJson<CourseMap[]>(`/api/courses/${course}/maps`);
}
