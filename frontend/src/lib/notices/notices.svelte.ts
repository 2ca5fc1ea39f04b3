// What a screen reader is told, and short notices for everybody.

import type { Said } from '../api/types';

export const spoken = $state({ text: '', turn: 0 });

/** Let a screen reader say *text*, also when it is the same again. */
export function announce(text: string): void {
  spoken.text = text;
  spoken.turn += 1;
}

export interface Notice {
  id: number;
  said: Said;
  kind: 'problem' | 'news';
}

export const notices: Notice[] = $state([]);
let count = 0;

/** Show *said* for a while. */
export function notify(said: Said, kind: Notice['kind'] = 'problem'): void {
  const id = ++count;
  if (notices.length > 3) notices.shift();
  notices.push({ id, said, kind });
  setTimeout(() => dismiss(id), kind === 'problem' ? 9000 : 5000);
}

export function dismiss(id: number): void {
  const index = notices.findIndex((notice) => notice.id === id);
  if (index >= 0) notices.splice(index, 1);
}
