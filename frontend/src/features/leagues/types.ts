// Leagues as the server sends them.

export type {
  CurvePoint,
  EnteredModel as Entered,
  FinalModel as Final,
  FinalPairModel as FinalPair,
  HeadToHeadModel as HeadToHead,
  LeagueComparison,
  LeagueDetails as League,
  LeagueGame,
  LeagueGamesPage,
  LeagueLine,
  LeaguePlayer,
  LeagueProfile,
  LeagueSummary,
  NotificationModel as Notification,
} from '$lib/api/schema';
