// Addresses of the page's parts. A server has one for each; a folder of files has a single page, which is told by
// its address what to show.
let alone = false;

/** There is no server: only files. */
export function liveAlone(): void {
  alone = true;
}

export function isAlone(): boolean {
  return alone;
}

/** The address of a part of the page. */
export function to(path: string, query: Record<string, string> | URLSearchParams = {}): string {
  const asked = new URLSearchParams(query);
  if (!alone) return String(asked) ? `${path}?${asked}` : path;
  const all = new URLSearchParams(path === "/" ? {} : { at: path.slice(1) });
  for (const [key, value] of asked) all.append(key, value);
  return `?${all}`;
}

/** Which part of the page an address shows; without one, the part that is shown. */
export function path({ search, pathname }: { search: string; pathname: string } = location): string {
  return alone ? `/${new URLSearchParams(search).get("at") ?? ""}` : pathname;
}

let leaving = false;

/** The address is that of another page already, and what is shown is not, until `arrive`. */
export function leave(): void {
  leaving = true;
}

export function arrive(): void {
  leaving = false;
}

/** The address always says what is shown; nothing is loaded. Whoever is being left has no say in it. */
export function settle(address: string): void {
  const wanted = new URL(address, location.href);
  if (leaving || path(wanted) !== path()) return;
  if (wanted.href !== location.href) history.replaceState(null, "", address);
}
