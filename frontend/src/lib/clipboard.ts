/** Copy *text*. */
export async function copyText(text: string): Promise<void> {
  const field = document.createElement('input');
  field.value = text;
  field.className = 'hidden';
  document.body.append(field);
  const focused = document.activeElement;
  await copyField(field);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}

/** Copy the text of *field*, which stays selected. */
export async function copyField(field: HTMLInputElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Browsers offer the clipboard only over TLS and on this machine: the older way, then.
    document.execCommand('copy');
  }
}
