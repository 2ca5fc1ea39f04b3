// Matches as the server sends them.

export type { MatchDetails, MatchGame, MatchPage, MatchSummary as Match, TallyModel as Tally } from '$lib/api/schema';
