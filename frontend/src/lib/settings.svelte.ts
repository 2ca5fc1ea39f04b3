// The user's settings, stored in this browser.

export type Theme = 'system' | 'light' | 'dark';
export type PieceStyle = 'chinese' | 'simplified' | 'latin';

interface Settings {
  theme: Theme;
  language: 'en' | 'zh' | '';
  men: PieceStyle; // the letters on Xiangqi pieces
  notation: string; // of moves, where a game has several; '' for the usual one of the language
}

const KEY = 'garlic-choices'; // do not rename: browsers have stored it

function loadSettings(): Settings {
  const defaults: Settings = { theme: 'system', language: '', men: 'chinese', notation: '' };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found === 'object' && found !== null) Object.assign(defaults, found);
  } catch {
    // No storage, or not our data: use the defaults.
  }
  return defaults;
}

export const settings: Settings = $state(loadSettings());

/** Change a setting and store it. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Not stored: the setting lasts until the page is closed.
  }
  if (name === 'theme') applyTheme();
}

/** Apply the chosen theme to the page. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

/** Does the user prefer reduced motion? */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
