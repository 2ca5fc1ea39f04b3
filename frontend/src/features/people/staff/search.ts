/** Has somebody all words of *wanted* in their login, name, number or group? */
export function matches(
  person: { login: string; name: string; number: string; group?: string },
  wanted: string,
): boolean {
  const known = `${person.login} ${person.name} ${person.number} ${person.group ?? ''}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
}
