// Links to hand over: invitations, and one-time links for passwords.

import type { NewMember } from './types';

/** The whole address of a link. */
export function wholeLink(path: string): string {
  return location.origin + path;
}

/** For how many days a link is valid that ends at the end of the day *date* (like "2026-12-24"). */
export function daysUntil(date: string, now: Date): number {
  const end = new Date(`${date}T23:59:59`);
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 86_400_000));
}

/** The day *days* days from *now*, as a field for dates has it. */
export function dayAfter(days: number, now: Date): string {
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return `${then.getFullYear()}-${String(then.getMonth() + 1).padStart(2, '0')}-${String(then.getDate()).padStart(2, '0')}`;
}

/** The one-time links of people as CSV, for mail merge. */
export function linksAsCsv(added: NewMember[], origin: string): string {
  const rows = added.map(({ person, link }) => [
    person.login,
    person.name,
    person.number,
    person.group,
    link ? origin + link.path : '',
  ]);
  return [['login', 'name', 'number', 'group', 'link'], ...rows]
    .map((row) => row.map(cell).join(',') + '\r\n')
    .join('');
}

function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text; // no spreadsheet takes it for a formula
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
