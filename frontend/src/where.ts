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

/** Which part of the page is shown. */
export function path(): string {
  return alone ? `/${new URLSearchParams(location.search).get("at") ?? ""}` : location.pathname;
}

/** The address always says what is shown; nothing is loaded. */
export function settle(address: string): void {
  if (new URL(address, location.href).href !== location.href) history.replaceState(null, "", address);
}
