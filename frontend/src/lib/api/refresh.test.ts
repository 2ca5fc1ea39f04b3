import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { gently, lastAsked } from './refresh';

describe('gently', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does work at once, and many calls meanwhile as one', async () => {
    const work = vi.fn(() => Promise.resolve());
    const refresh = gently(work, 1000);
    refresh.call();
    for (let count = 0; count < 5; count++) refresh.call();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(work).toHaveBeenCalledTimes(2);
    refresh.call();
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('ends for good', async () => {
    const work = vi.fn(() => Promise.resolve());
    const refresh = gently(work, 1000);
    refresh.call();
    refresh.call();
    refresh.end();
    await vi.advanceTimersByTimeAsync(5000);
    refresh.call();
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('lastAsked', () => {
  it('lets no late answer take the place of a newer one', async () => {
    const newest = lastAsked<string>();
    let answerFirst = (_: string): void => undefined;
    const first = newest(new Promise((resolve) => (answerFirst = resolve)));
    const second = newest(Promise.resolve('second'));
    expect(await second).toBe('second');
    answerFirst('first');
    expect(await first).toBeNull();
  });
});
