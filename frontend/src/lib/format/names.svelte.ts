// Names of games and bots in the language of the page.

import { allGames, type GameFacts } from '../api/games';
import { translate } from '../i18n/i18n.svelte';
import { playerName } from './players';

const known: { games: GameFacts[] } = $state({ games: [] });

/** Load the titles of the games; pages that show them call it once. */
export function loadGameTitles(): void {
  if (known.games.length) return;
  allGames().then(
    (games) => (known.games = games),
    () => undefined, // fall back to the internal names
  );
}

/** The title of the game *name*. */
export function gameTitle(name: string): string {
  const found = known.games.find((game) => game.name === name);
  return found ? translate(found.title) : name;
}

/** The display name of a bot: engines by level, others by name. */
export function botName(name: string): string {
  return playerName({ who: name, name, human: false });
}
