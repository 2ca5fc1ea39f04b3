import { session } from '$lib/session.svelte';

import type { Role } from '../types';

export const ROLES: Role[] = ['student', 'assistant', 'teacher', 'guest'];

/** The address of the course in which the person works. */
export function coursePath(rest = ''): string {
  return `/api/courses/${session().course?.id ?? 0}${rest}`;
}
