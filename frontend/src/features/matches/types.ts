// Matches as the server sends them.

export type { MatchDetails, MatchGame, MatchPage } from '$lib/api/schema';
