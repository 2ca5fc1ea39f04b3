// Who is signed in, and what they may do. Where the server has no accounts, everybody may do everything.

import { getJson, onSignedOut, postJson, remove } from './api/client';
import type { Action, SessionModel } from './api/schema';

export type Session = SessionModel;

const LOCAL: Session = {
  mode: 'local',
  person: null,
  course: null,
  courses: [],
  may: [],
  has_leagues: false,
  insecure: false,
  needs_administrator: false,
};

const state: { session: Session; isOver: boolean } = $state({ session: LOCAL, isOver: false });
let waiting: ((again: boolean) => void)[] = [];

/** Ask the server who is signed in; one that does not answer is treated like one without accounts. */
export async function loadSession(): Promise<void> {
  state.session = await getJson<Session>('/api/session').catch(() => LOCAL);
  onSignedOut(signedInAgain);
}

/** The session as the server has described it. */
export function session(): Session {
  return state.session;
}

/** Do people have accounts here? */
export function hasAccounts(): boolean {
  return state.session.mode === 'class';
}

/** The number of the course in which they work; a server without accounts has one. */
export function currentCourse(): number {
  return state.session.course?.id ?? 1;
}

/** Is nobody signed in, where somebody has to be? */
export function isSignedOut(): boolean {
  return hasAccounts() && state.session.person === null;
}

/** May the person do *action* in their course? */
export function may(action: Action): boolean {
  return !hasAccounts() || state.session.may.includes(action);
}

/** Has the session ended while the page was open? */
export function isOver(): boolean {
  return state.isOver;
}

/** Sign in; the page goes on where it was. */
export async function signIn(login: string, password: string): Promise<void> {
  const before = state.session.person;
  state.session = await postJson<Session>('/api/session', { login, password });
  // What is on the page, and what waits, is of somebody else.
  if (before && before.id !== state.session.person?.id) location.reload();
  else settle(true);
}

/** Sign out and forget everything that the page has loaded. */
export async function signOut(): Promise<void> {
  await remove('/api/session');
  // A link that somebody was given is for whoever comes next.
  if (location.pathname === '/join') location.reload();
  else location.assign('/sign-in');
}

/** Work in another course, beginning at its first page. */
export async function switchCourse(course: number): Promise<void> {
  await postJson<Session>('/api/session/course', { course });
  location.assign('/');
}

/** Give up: what waits for another sign-in fails. */
export function leaveSignedOut(): void {
  settle(false);
}

/** Ask whoever was signed in to do it again; true when they have. */
function signedInAgain(): Promise<boolean> {
  if (!hasAccounts() || !state.session.person) return Promise.resolve(false);
  state.isOver = true;
  return new Promise((resolve) => waiting.push(resolve));
}

/** The server has refused a stream: ask to sign in again, if that is why. */
export async function checkSession(): Promise<void> {
  if (!hasAccounts() || state.isOver) return;
  const found = await getJson<Session>('/api/session').catch(() => null);
  if (found && !found.person) await signedInAgain();
}

function settle(again: boolean): void {
  state.isOver = false;
  const ready = waiting;
  waiting = [];
  for (const resolve of ready) resolve(again);
}
