// Records from outside: sent to the server, then shown.

import { notify } from '$lib/notices/notices.svelte';
import { postBody, reason } from '$lib/api/client';
import { go } from '$lib/router.svelte';

const LARGEST = 16 * 2 ** 20;

/** Show the record in *file*; where it is none, say why. */
export async function openRecord(file: File): Promise<void> {
  if (file.size > LARGEST) return notify({ code: 'problem.too_large' });
  try {
    const { key } = await postBody<{ key: string }>('/api/records', file);
    go(`/replay/${key}`);
  } catch (fault) {
    notify(reason(fault));
  }
}
