// Faults of bots as text.

import { has, t } from '../i18n/i18n.svelte';

/** A verdict of the judge, by its English name. */
export function verdictName(name: string): string {
  const code = `verdict.${name.replaceAll(' ', '_')}`;
  return has(code) ? t(code) : name;
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
