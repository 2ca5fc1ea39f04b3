// Requests to the server.

import type { Said } from './types';

/** A request that was refused; `said` tells why. */
export class Refused extends Error {
  readonly status: number;
  readonly said: Said;

  constructor(status: number, said: Said) {
    super(`${status} ${said.code}`);
    this.status = status;
    this.said = said;
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    throw new Refused(0, { code: 'problem.offline' });
  }
  if (answer.ok) return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
  let said: Said = { code: 'problem.internal' };
  try {
    said = ((await answer.json()) as { problem: Said }).problem ?? said;
  } catch {
    // Not our server's words: the general sentence will do.
  }
  throw new Refused(answer.status, said);
}

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, signal ? { signal } : undefined);
}

export function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Send a file as it is. */
export function postBody<T>(path: string, body: Blob): Promise<T> {
  return ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

export function postForm<T>(path: string, form: FormData): Promise<T> {
  return ask<T>(path, { method: 'POST', body: form });
}

export function remove<T>(path: string): Promise<T> {
  return ask<T>(path, { method: 'DELETE' });
}

/** What to say of a fault, whatever it is. */
export function reason(fault: unknown): Said {
  return fault instanceof Refused ? fault.said : { code: 'problem.internal' };
}
