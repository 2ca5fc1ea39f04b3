// Values that many answers of the server contain.

import type { MatchSummary } from './schema';

export type { SentenceModel as Message } from './schema';

export type State = MatchSummary['state'];
