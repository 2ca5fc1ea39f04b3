// What the server sends for the first page.

export type { HumanGameSummary, MatchPage, MatchSummary, Showcase } from '$lib/api/schema';
