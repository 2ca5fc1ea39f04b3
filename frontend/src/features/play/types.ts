// A game that a person plays, as the server sends it.

import type {
  PlayChanged,
  PlayMoved,
  PlayStatus as PlayStatusEvent,
  PlayThoughts,
  OfferRequest,
  SteerRequest,
  StreamControl,
} from '$lib/api/schema';

export type {
  HumanGameStatus as PlayStatus,
  Invitation,
  MoveRequest,
  NewHumanGame,
  HumanGameView as PlayView,
  LineView,
  NewPly,
  Thoughts,
  TurnView,
} from '$lib/api/schema';

export type OfferKind = OfferRequest['kind'];

export type Direction = SteerRequest['direction'];

export type PlayEvent = PlayMoved | PlayStatusEvent | PlayThoughts | PlayChanged | StreamControl;
