// The current address. Links are plain `<a href="/play">`; clicks on them do not reload the page.

export const route = $state({ path: location.pathname, query: location.search });

/** Show the page at *address*, as a new history entry unless *replace* is set. */
export function go(address: string, options: { replace?: boolean } = {}): void {
  const method = options.replace ? 'replaceState' : 'pushState';
  history[method](null, '', address);
  update();
  window.scrollTo(0, 0);
}

function update(): void {
  route.path = location.pathname;
  route.query = location.search;
}

/** Handle the browser's back and forward buttons and all internal links. */
export function startRouter(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || /^\/(api|docs)(\/|$)/.test(address.pathname)) return;
    if (address.hash && address.pathname === location.pathname) return;
    event.preventDefault();
    go(address.pathname + address.search);
  };
  addEventListener('popstate', update);
  document.addEventListener('click', click);
  return () => {
    removeEventListener('popstate', update);
    document.removeEventListener('click', click);
  };
}

/** The values of `:names` in *pattern* if *path* matches it, else null. */
export function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const word = given[index] ?? '';
    if (part.startsWith(':')) {
      try {
        values[part.slice(1)] = decodeURIComponent(word);
      } catch {
        return null;
      }
    } else if (part !== word) return null;
  }
  return values;
}
