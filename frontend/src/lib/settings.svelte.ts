// What a user chose, kept in this browser.

export type Theme = 'system' | 'light' | 'dark';
export type Men = 'chinese' | 'latin';

interface Choices {
  theme: Theme;
  language: 'en' | 'zh' | '';
  men: Men;
}

const KEY = 'garlic-choices';

function kept(): Choices {
  const usual: Choices = { theme: 'system', language: '', men: 'chinese' };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found === 'object' && found !== null) Object.assign(usual, found);
  } catch {
    // A browser that keeps nothing, or something else under our name: the usual will do.
  }
  return usual;
}

export const choices: Choices = $state(kept());

/** Change one choice and keep it. */
export function choose<K extends keyof Choices>(name: K, value: Choices[K]): void {
  choices[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // It holds until the page is left, then.
  }
  if (name === 'theme') applyTheme();
}

/** Make the page light or dark as chosen. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (choices.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = choices.theme;
}

/** Does the user want things to stand still? */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
