// Bots as the server sends them.

import type { CheckModel } from '$lib/api/schema';

export type {
  BotDetails,
  BotResultModel as BotResult,
  BotSummary as Bot,
  BuiltInModel as BuiltIn,
  CheckModel as Check,
  FindingModel as Finding,
  Roster,
  VersionModel as Version,
} from '$lib/api/schema';

export type CheckResult = CheckModel['result'];
