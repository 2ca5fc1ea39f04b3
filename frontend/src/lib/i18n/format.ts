// Fills the values into a sentence, as Python's format does: {name}, {name!r}, {name:.2f}.

import type { Said } from '../api/types';

export type Words = Record<string, string>;

const FIELD = /\{\{|\}\}|\{(\w+)(?:!(r))?(?::([^}]*))?\}/g;

/** The sentence *said* in the given words; its code where they have none. */
export function sentence(words: Words, said: Said): string {
  const template = words[said.code];
  if (template === undefined) return said.code;
  const values = said.values ?? {};
  return template.replace(FIELD, (whole, name?: string, quoted?: string, form?: string) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    if (name === undefined || !(name in values)) return whole;
    const value = values[name];
    if (isSaid(value)) return sentence(words, value);
    if (quoted) return quote(value);
    return form ? formatted(value, form) : plain(value);
  });
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'code' in value;
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value);
}

function quote(value: unknown): string {
  if (typeof value !== 'string') return plain(value);
  return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
}

/** A number as `[+][0width][,][.places][f|d|x|%]` wants it. */
function formatted(value: unknown, form: string): string {
  const found = /^(\+?)(0\d+)?(,?)(?:\.(\d+))?([fdx%]?)$/.exec(form);
  if (!found || typeof value !== 'number') return plain(value);
  const [, sign, width, comma, places, kind] = found;
  let text: string;
  if (kind === 'x') text = value.toString(16);
  else if (kind === '%') text = `${(value * 100).toFixed(Number(places ?? 0))}%`;
  else text = places === undefined ? String(value) : value.toFixed(Number(places));
  if (comma) text = text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));
  if (width) text = text.padStart(Number(width), '0');
  return sign && value >= 0 ? `+${text}` : text;
}
