// Fills values into texts as Python's str.format does: {name}, {name!r}, {name:.2f}; and as our
// sentences do: {count:game|games}.

import type { Message } from '../api/types';

export type Texts = Record<string, string>;

const FIELD = /\{\{|\}\}|\{(\w+)(?:!(r))?(?::([^}]*))?\}/g;

/** The text of *message*; its code if *texts* has none. */
export function formatMessage(texts: Texts, message: Message): string {
  const template = texts[message.code];
  if (template === undefined) return message.code;
  const values = message.values ?? {};
  return template.replace(FIELD, (whole, name?: string, quoted?: string, form?: string) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    if (name === undefined || !(name in values)) return whole;
    const value = values[name];
    if (isMessage(value)) return formatMessage(texts, value);
    if (quoted) return quote(value);
    if (form?.includes('|')) return counted(value, form);
    return form ? formatNumber(value, form) : plain(value);
  });
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'code' in value;
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value);
}

function quote(value: unknown): string {
  if (typeof value !== 'string') return plain(value);
  return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
}

/** The number *value* with the noun for it; *forms* is `singular|plural`. */
function counted(value: unknown, forms: string): string {
  const [one, several] = forms.split('|');
  return `${plain(value)} ${plain(value) === '1' ? one : several}`;
}

/** A number in the format `[+][0width][,][.places][f|d|x|%]`. */
function formatNumber(value: unknown, form: string): string {
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
