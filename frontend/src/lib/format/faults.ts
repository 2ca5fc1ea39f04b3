// Faults of bots as text.

import { has, t } from '../i18n/i18n.svelte';

/** The translated name of a verdict. */
function verdictName(name: string): string {
  const code = `verdict.${name.replaceAll(' ', '_')}`;
  return has(code) ? t(code) : name;
}

/** "2 × too late, 1 × crash"; empty if there were no faults. */
export function faultsText(faults: Record<string, number>): string {
  return Object.entries(faults)
    .map(([name, count]) => `${count} × ${verdictName(name)}`)
    .join(t('board.comma'));
}

/** The faults of both sides with their names; empty if there were no faults. */
export function faultsOfBothText(names: string[], faults: Record<string, number>[]): string {
  return faults
    .map((one, seat) => (faultsText(one) ? `${names[seat] ?? ''}${t('app.colon')}${faultsText(one)}` : ''))
    .filter(Boolean)
    .join('; ');
}
