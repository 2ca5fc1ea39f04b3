// The user's settings, stored in this browser.

export type Theme = 'system' | 'light' | 'dark';
export type BoardTheme = 'wood' | 'slate';
export type Discs = 'usual' | 'contrast';
export type PieceStyle = 'chinese' | 'simplified' | 'pictures' | 'latin';

interface Settings {
  theme: Theme;
  language: 'en' | 'zh' | '';
  board: BoardTheme;
  discs: Discs;
  men: PieceStyle; // what is on Xiangqi pieces
  notation: string; // of moves, where a game has several; '' for the usual one of the language
  sound: boolean;
}

const KEY = 'garlic-choices'; // do not rename: browsers have stored it

function loadSettings(): Settings {
  const defaults: Settings = {
    theme: 'system',
    language: '',
    board: 'wood',
    discs: 'usual',
    men: 'chinese',
    notation: '',
    sound: true,
  };
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
  applyLook();
}

/** Apply the chosen colours to the page. */
export function applyLook(): void {
  const look = document.documentElement.dataset;
  if (settings.theme === 'system') delete look.theme;
  else look.theme = settings.theme;
  look.board = settings.board;
  look.discs = settings.discs;
}

/** Give the page the layout of a large board, or of text. */
export function setLayout(layout: 'board' | 'text'): void {
  document.documentElement.dataset.layout = layout;
}

/** Does the user prefer reduced motion? */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
