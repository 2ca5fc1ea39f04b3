import { describe, expect, it } from 'vitest';

import { newKey, parseKeys, withKey } from './seats';

describe('parseKeys', () => {
  it('leaves out what is not ours', () => {
    expect(parseKeys(null)).toEqual({});
    expect(parseKeys('nonsense')).toEqual({});
    expect(parseKeys('null')).toEqual({});
    expect(parseKeys('{"game": "key", "other": 7}')).toEqual({ game: 'key' });
  });
});

describe('withKey', () => {
  it('forgets the games that were opened first', () => {
    let keys: Record<string, string> = {};
    for (let number = 0; number < 250; number++) keys = withKey(keys, `game-${number}`, 'key');
    keys = withKey(keys, 'game-50', 'other');
    expect(Object.keys(keys)).toHaveLength(200);
    expect(keys['game-49']).toBeUndefined();
    expect(keys['game-50']).toBe('other');
    expect(keys['game-249']).toBe('key');
  });
});

describe('newKey', () => {
  it('is long and always another one', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{48}$/);
    expect(newKey()).not.toBe(newKey());
  });
});
