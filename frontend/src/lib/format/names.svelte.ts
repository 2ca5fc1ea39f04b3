// What games, bots and seats are called, in the language of the page.

import { allGames, type GameFacts } from '../api/games';
import { has, say, t } from '../i18n/i18n.svelte';
import { playerName } from './players';

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

/** What a bot is called: ours by their strength, others by their names. */
export function botName(name: string): string {
  return playerName({ who: name, name, human: false });
}

export function seatName(name: string): string {
  return has(`seat.${name}`) ? t(`seat.${name}`) : name;
}
