/** A server of the operator's config that is reached by URL. */
export interface ConfiguredUrl {
  readonly name: string;
  readonly url: string;
}

/** The operator's name for the server at a URL, so that a request cannot bypass rules by using another name. */
export function configuredNameAt(url: string, configured: readonly ConfiguredUrl[]): string | undefined {
  const wanted = placeOf(url);
  return configured.find((server) => placeOf(server.url) === wanted)?.name;
}

/** Normalises spellings of the same URL; a query or a fragment does not lead to a different server. */
function placeOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  const path = decoded(pathname).replace(/\/+/g, "/").replace(/\/$/, "");
  return `${origin}${path}`.toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
