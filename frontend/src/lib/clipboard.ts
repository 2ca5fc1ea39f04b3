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
