// Tournaments as the server sends them.

import type { ChangedEvent, StreamControl, TournamentProgressed } from '$lib/api/schema';

export type {
  Choices,
  GamesPage,
  TournamentDetails as Tournament,
  TournamentGame,
  TournamentProgress,
  TournamentSummary,
} from '$lib/api/schema';

export type TournamentEvent = TournamentProgressed | ChangedEvent | StreamControl;
