// Names of games and bots in the language of the page.

import { allGames, type GameFacts } from '../api/games';
import { t, translate } from '../i18n/i18n.svelte';
import { playerName } from './players';

const ENGINE_LEVEL = /^engine level (10|[1-9])( #\d+)?$/; // as entrants of tournaments are called
const UNNAMED = ['tournament', 'Tournament', '比赛'];
const FINAL = /^(.+): final of season (\d+)$/;

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
  const level = ENGINE_LEVEL.exec(name);
  if (level) return playerName({ who: `engine:-?level=${level[1]}`, name, human: false }) + (level[2] ?? '');
  return playerName({ who: name, name, human: false });
}

/** The display name of a tournament: one that nobody has named is called so in every language. */
export function tournamentName(name: string): string {
  if (UNNAMED.includes(name)) return t('tournaments.default_name');
  const final = FINAL.exec(name);
  return final ? t('tournaments.final_name', { league: final[1]!, n: final[2]! }) : name;
}
