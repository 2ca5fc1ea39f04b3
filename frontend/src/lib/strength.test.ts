import { describe, expect, it } from 'vitest';

import { parseProfile, withFinished, withMove, type FinishedGame } from './strength';

const ended = (id: string): FinishedGame => ({ id, opponent: 'engine:othello?level=1', result: 'won', first: true });

describe('the games of a person', () => {
  it('count once, and only if they were played here', () => {
    const empty = parseProfile(null);
    expect(withFinished(empty, 'othello', ended('x'))).toBe(empty);
    const once = withFinished(withMove(empty, 'x'), 'othello', ended('x'));
    expect(once.finished.othello).toHaveLength(1);
    expect(withFinished(once, 'othello', { ...ended('x'), result: 'lost' })).toBe(once);
    expect(withMove(once, 'x')).toBe(once);
  });

  it('are at most as many as the server counts', () => {
    let profile = parseProfile(null);
    for (let number = 0; number < 520; number++) {
      profile = withFinished(withMove(profile, `${number}`), 'othello', ended(`${number}`));
    }
    expect(profile.finished.othello).toHaveLength(500);
    expect(profile.finished.othello?.at(-1)?.id).toBe('519');
    expect(profile.moved.length).toBeLessThanOrEqual(100);
  });

  it('survive what others have stored', () => {
    for (const text of ['', 'nonsense', '7', 'null', '[]', '{"moved":7,"finished":[1]}']) {
      expect(parseProfile(text).moved).toEqual([]);
    }
    const games = [ended('x'), { ...ended('y'), result: 'perhaps' }, null, 'z'];
    const kept = parseProfile(JSON.stringify({ moved: ['x', 3], finished: { othello: games } }));
    expect(kept).toEqual({ moved: ['x'], finished: { othello: [ended('x')] } });
  });
});
