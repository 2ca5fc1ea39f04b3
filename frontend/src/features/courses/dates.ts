// Times of assignments: exact ones on the page, and those of forms, which have no time zone.

import { language } from '$lib/i18n/i18n.svelte';

/** A date and time with seconds and the time zone: what counts has to be exact. */
export function exactTime(moment: string): string {
  return new Intl.DateTimeFormat(language() === 'zh' ? 'zh-CN' : 'en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
    timeZoneName: 'short',
  }).format(new Date(moment));
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The value of a field of type datetime-local, in the time zone of the browser. */
export function toField(moment: string | null): string {
  if (!moment) return '';
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of such a field with the offset of the browser's time zone; null if it is empty. */
export function fromField(value: string): string | null {
  if (!value) return null;
  const offset = -new Date(value).getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const size = Math.abs(offset);
  return `${value.replace('T', ' ')} ${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
