// People as the server sends them.

export type {
  AccountModel as Account,
  AccountSummary,
  AuditModel as AuditEntry,
  BrowserSession,
  CourseSummary,
  ImportReport,
  InvitationModel as Invitation,
  LimitsModel as Limits,
  LinkModel as Link,
  MemberModel as Member,
  NewInvitation,
  NewMember,
  NewTokenModel as NewToken,
  Role,
  RoleLimits,
  Scope,
  SecretLink,
  StatusModel as Status,
  UsageModel as Usage,
} from '$lib/api/schema';
