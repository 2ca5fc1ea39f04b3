// What the browser's tab says about the page: what it shows, where the page knows that.

let owner: object | null = null; // the page that has set it
const shown = $state({ text: '' });

/** The name of what the page shows; '' if only the page itself has a name. */
export function ownTitle(): string {
  return shown.text;
}

/** Name the page after what it shows, as long as it is open; call it while the page is set up. */
export function setTitle(text: () => string | null | undefined): void {
  const page = {};
  $effect(() => {
    owner = page;
    shown.text = text() ?? '';
  });
  $effect(() => () => {
    if (owner === page) shown.text = '';
  });
}
