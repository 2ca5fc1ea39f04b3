// Courses, assignments and submissions as the server sends them.

import type { ChangedEvent, GradeProgressed, StreamControl } from '$lib/api/schema';

export type {
  AssignmentDetails as Assignment,
  AssignmentSummary,
  Assistance,
  ChangedFileModel as ChangedFile,
  ClassLine,
  ClassTable,
  CommentModel as Comment,
  CourseHome,
  GradeProgress,
  LabSummary,
  SubmissionDetails as Submission,
  SubmissionSummary,
  SubmittedFileModel as SubmittedFile,
} from '$lib/api/schema';

export type GradeEvent = GradeProgressed | ChangedEvent | StreamControl;
