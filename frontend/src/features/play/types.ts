// A game that a person plays, as the server sends it.

import type {
  PlayChanged,
  PlayMoved,
  PlayStatus as PlayStatusEvent,
  PlayThoughts,
  SteerRequest,
  StreamControl,
} from '$lib/api/schema';

export type {
  HumanGameStatus as PlayStatus,
  HumanGameView as PlayView,
  LineView,
  NewPly,
  Thoughts,
  TurnView,
} from '$lib/api/schema';

export type Direction = SteerRequest['direction'];

export type PlayEvent = PlayMoved | PlayStatusEvent | PlayThoughts | PlayChanged | StreamControl;
