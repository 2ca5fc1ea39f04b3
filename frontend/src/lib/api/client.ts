// Requests to the server.

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
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    throw new RequestError(0, { code: 'problem.offline' });
  }
  if (answer.ok) return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
  let problem: Message = { code: 'problem.internal' };
  try {
    problem = ((await answer.json()) as ProblemResponse).problem ?? problem;
  } catch {
    // Not an answer of our server: use the general message.
  }
  throw new RequestError(answer.status, problem);
}

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, signal ? { signal } : undefined);
}

export function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
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

export function remove<T>(path: string): Promise<T> {
  return request<T>(path, { method: 'DELETE' });
}

/** The message to show for any error. */
export function problemOf(error: unknown): Message {
  return error instanceof RequestError ? error.problem : { code: 'problem.internal' };
}
