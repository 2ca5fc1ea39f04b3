// Labs and gradings as the server sends them.

import type { ChangedEvent, GradeProgressed, StreamControl } from '$lib/api/schema';

export type { GradeModel as Grade, GradeProgress, LabDetails, LabSummary } from '$lib/api/schema';

export type GradeEvent = GradeProgressed | ChangedEvent | StreamControl;
