import { describe, expect, it, vi } from 'vitest';

import { setLanguage, setTextSource } from '../i18n/i18n.svelte';
import { botName, tournamentName } from './names.svelte';

setTextSource(() => Promise.resolve({}));
vi.stubGlobal('document', { documentElement: {} });

describe('names that nobody has given', () => {
  it('are in the language of the page', async () => {
    await setLanguage('zh');
    expect(botName('engine level 1')).toBe('引擎，初学');
    expect(botName('engine level 10 #2')).toBe('引擎，最强 #2');
    expect(tournamentName('Tournament')).toBe('比赛');
    expect(tournamentName('cup 2026: final of season 2')).toBe('cup 2026：第 2 赛季决赛');
    await setLanguage('en');
    expect(tournamentName('比赛')).toBe('Tournament');
  });

  it('do not change others', () => {
    for (const name of ['engine level 11', 'my engine level 1', 'ada']) expect(botName(name)).toBe(name);
    expect(tournamentName('Tournament of Champions')).toBe('Tournament of Champions');
  });
});
