/** *given* if it is an address of a page of this server (*origin*), else the first page. */
export function ownPage(given: string | null, origin: string): string {
  try {
    const address = new URL(given ?? '/', origin);
    const isOurs = address.origin === origin && !address.pathname.startsWith('//');
    if (isOurs && !/^\/(api|sign-in)(\/|$)/.test(address.pathname)) return address.pathname + address.search;
  } catch {
    // Not an address.
  }
  return '/';
}
