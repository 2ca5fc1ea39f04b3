// Times, numbers and names as people read them, in the language of the page.

import { allGames, type GameFacts } from '../api';
import { has, language, say, t } from '../i18n.svelte';
import { playerName } from '../players';
import type { TwoTongues } from './types';

function locale(): string {
  return language() === 'zh' ? 'zh-CN' : 'en';
}

/** A moment, as short as it can be understood. */
export function when(moment: string): string {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale(),
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(then);
}

/** A number with as many places as it needs, at most *places*. */
export function number(value: number, places = 2): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: places }).format(value);
}

/** How long something takes: "12 s", "3 min", "2 h 5 min". */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('arena.seconds', { n: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t('arena.minutes', { n: minutes });
  return t('arena.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** How long a move takes on average: "3.2 ms", "1.5 s". */
export function moveTime(seconds: number): string {
  if (seconds >= 1) return `${number(seconds, 2)} s`;
  return `${number(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}

export function inTongue(words: TwoTongues): string {
  return language() === 'zh' ? words.zh : words.en;
}

/** Words that the lab's author wrapped for reading a file, as one line. */
export function unwrapped(words: TwoTongues): string {
  const lines = inTongue(words).split('\n');
  return lines.map((line) => line.trim()).join(language() === 'zh' ? '' : ' ');
}

const known: { games: GameFacts[] } = $state({ games: [] });

/** Fetch what games are called; pages that name games call it once. */
export function learnGames(): void {
  if (known.games.length) return;
  allGames().then(
    (games) => (known.games = games),
    () => undefined, // their plain names will do
  );
}

/** What the game *name* is called. */
export function gameTitle(name: string): string {
  const found = known.games.find((game) => game.name === name);
  return found ? say(found.title) : name;
}

export function formatName(name: string): string {
  const code = `format.${name.replaceAll('-', '_')}`;
  return has(code) ? t(code) : name;
}

/** A verdict of the judge, by its English name. */
export function verdictName(name: string): string {
  const code = `verdict.${name.replaceAll(' ', '_')}`;
  return has(code) ? t(code) : name;
}

/** What a bot is called: ours by their strength, others by their names. */
export function botName(name: string): string {
  return playerName({ who: name, name, human: false });
}

export function seatName(name: string): string {
  return has(`seat.${name}`) ? t(`seat.${name}`) : name;
}

/** The sum of faults, said in words; empty where there were none. */
export function faultsSaid(faults: Record<string, number>): string {
  return Object.entries(faults)
    .map(([name, count]) => `${count} × ${verdictName(name)}`)
    .join(t('board.comma'));
}

/** The faults of both sides, each with who made them; empty where there were none. */
export function faultsOfBoth(names: string[], faults: Record<string, number>[]): string {
  return faults
    .map((one, seat) => (faultsSaid(one) ? `${names[seat] ?? ''}${t('app.colon')}${faultsSaid(one)}` : ''))
    .filter(Boolean)
    .join('; ');
}
