// The ratings of a bot in a list.

import { intervalOf, type Interval } from '$lib/format/ratings';

import type { Bot } from './types';

export interface LatestRating extends Interval {
  game: string;
  number: number; // of the version
}

/** For each game the rating of the newest version that has one. */
export function latestRatings(bot: Bot): LatestRating[] {
  const found = new Map<string, LatestRating>();
  for (const { number, ratings } of bot.versions) {
    for (const rating of ratings) {
      const interval = intervalOf(rating);
      if (interval && !found.has(rating.game)) found.set(rating.game, { ...interval, game: rating.game, number });
    }
  }
  return [...found.values()];
}
