import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { throttled, latestOnly } from './refresh';

describe('throttled', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('works at once, and merges the calls that follow', async () => {
    const work = vi.fn(() => Promise.resolve());
    const refresh = throttled(work, 1000);
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

  it('does nothing after its end', async () => {
    const work = vi.fn(() => Promise.resolve());
    const refresh = throttled(work, 1000);
    refresh.call();
    refresh.call();
    refresh.end();
    await vi.advanceTimersByTimeAsync(5000);
    refresh.call();
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('latestOnly', () => {
  it('drops an answer that is older than the newest request', async () => {
    const newest = latestOnly<string>();
    let answerFirst = (_: string): void => undefined;
    const first = newest(new Promise((resolve) => (answerFirst = resolve)));
    const second = newest(Promise.resolve('second'));
    expect(await second).toBe('second');
    answerFirst('first');
    expect(await first).toBeNull();
  });
});
