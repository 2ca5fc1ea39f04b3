// Requests to the server.

import { noteRequest } from './connection.svelte';
import type { ProblemResponse } from './schema';
import type { Message } from './types';

/** A failed request; `problem` says why. */
export class RequestError extends Error {
  readonly status: number;
  readonly problem: Message;

  constructor(status: number, problem: Message) {
    super(`${status} ${problem.code}`);
    this.status = status;
    this.problem = problem;
  }

  /** Did the server not answer? The same request may succeed later. */
  get isOffline(): boolean {
    return OFFLINE.includes(this.status);
  }
}

const OFFLINE = [0, 502, 504]; // no answer, or one of a proxy whose server is away

let signedInAgain: (() => Promise<boolean>) | undefined;

/** When a request needs somebody to sign in again, *ask* them: true when they have, and it is sent once more. */
export function onSignedOut(ask: () => Promise<boolean>): void {
  signedInAgain = ask;
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    if (!init?.signal?.aborted) noteRequest(false);
    throw new RequestError(0, { code: 'problem.offline' });
  }
  noteRequest(!OFFLINE.includes(answer.status));
  if (answer.ok) return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
  let problem: Message = { code: 'problem.internal' };
  try {
    problem = ((await answer.json()) as ProblemResponse).problem ?? problem;
  } catch {
    // Not an answer of our server: use the general message.
  }
  if (problem.code === 'problem.sign_in' && (await signedInAgain?.())) return request<T>(path, init);
  throw new RequestError(answer.status, problem);
}

type RequestHeaders = Record<string, string>;

export function getJson<T>(path: string, signal?: AbortSignal, headers: RequestHeaders = {}): Promise<T> {
  return request<T>(path, signal ? { signal, headers } : { headers });
}

export function postJson<T>(path: string, body: unknown = {}, headers: RequestHeaders = {}): Promise<T> {
  return sendJson<T>('POST', path, body, headers);
}

function sendJson<T>(method: string, path: string, body: unknown, headers: RequestHeaders = {}): Promise<T> {
  return request<T>(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Send a JSON file unchanged. */
export function postBody<T>(path: string, body: Blob): Promise<T> {
  return request<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

export function postForm<T>(path: string, form: FormData): Promise<T> {
  return request<T>(path, { method: 'POST', body: form });
}

export function patchJson<T>(path: string, body: unknown): Promise<T> {
  return sendJson<T>('PATCH', path, body);
}

export function putJson<T>(path: string, body: unknown): Promise<T> {
  return sendJson<T>('PUT', path, body);
}

export function remove<T>(path: string, headers: RequestHeaders = {}): Promise<T> {
  return request<T>(path, { method: 'DELETE', headers });
}

/** The message to show for any error. */
export function problemOf(error: unknown): Message {
  return error instanceof RequestError ? error.problem : { code: 'problem.internal' };
}
