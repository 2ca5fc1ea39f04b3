// Opening a record file: upload it, then show its replay.

import { postBody, problemOf } from '$lib/api/client';
import { notify } from '$lib/notices/notices.svelte';
import { go } from '$lib/router.svelte';

const LARGEST = 16 * 2 ** 20;

/** Show the replay of the record in *file*, or a notice that says why not. */
export async function openRecord(file: File): Promise<void> {
  if (file.size > LARGEST) return notify({ code: 'problem.too_large' });
  try {
    const { key } = await postBody<{ key: string }>('/api/records', file);
    go(`/replay/${key}`);
  } catch (error) {
    notify(problemOf(error));
  }
}
