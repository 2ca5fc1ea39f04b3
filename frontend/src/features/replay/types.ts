// Games to look at and their reviews, as the server sends them.

import type { GameView, MatchEnded, MatchStarted, MatchStepped, ReviewEvent, StreamControl } from '$lib/api/schema';

export type {
  AskAnswer as BotAnswer,
  BotView,
  GameStart,
  GameStep,
  Grade,
  LiveGameModel as LiveFacts,
  LiveStart,
  MoveReviewModel as MoveReview,
  OutcomeView,
  RecordPosition,
  ReviewModel as ReviewData,
  ReviewState,
  ScoreModel as Score,
  TimeUseModel as Clock,
  TurnView,
} from '$lib/api/schema';

/** A game in the viewer; a running one has no outcome yet. */
export type ViewData = Omit<GameView, 'outcome' | 'seed'> & Partial<Pick<GameView, 'outcome' | 'seed'>>;

export type LiveEvent = MatchStarted | MatchStepped | MatchEnded | StreamControl;

export type ReviewChange = ReviewEvent | StreamControl;
