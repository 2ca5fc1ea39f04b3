// Ratings as the server sends them.

export type {
  BotDetails,
  BotRatingModel as BotRating,
  ComparisonModel as Comparison,
  LadderModel as Ladder,
  RungModel as Rung,
} from '$lib/api/schema';
