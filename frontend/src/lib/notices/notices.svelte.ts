// Announcements for screen readers, and short notices on the page.

import type { Message } from '../api/types';

export const announcement = $state({ text: '', count: 0 });

/** Let screen readers read *text*, even if it is the same as before. */
export function announce(text: string): void {
  announcement.text = text;
  announcement.count += 1;
}

export interface Notice {
  id: number;
  message: Message;
  kind: 'problem' | 'news';
}

export const notices: Notice[] = $state([]);
let count = 0;

/** Show *message* for a while. */
export function notify(message: Message, kind: Notice['kind'] = 'problem'): void {
  const id = ++count;
  if (notices.length > 3) notices.shift();
  notices.push({ id, message, kind });
  setTimeout(() => dismiss(id), kind === 'problem' ? 9000 : 5000);
}

export function dismiss(id: number): void {
  const index = notices.findIndex((notice) => notice.id === id);
  if (index >= 0) notices.splice(index, 1);
}
