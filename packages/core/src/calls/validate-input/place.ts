/** The location of a value in the arguments; undefined for the root. */
export type Place = { readonly parent: Place; readonly key: string | number } | undefined;

const maxKeyLength = 100;

/** A JSON pointer, such as `/items/0/name`; empty for the root. */
export function pointerTo(place: Place): string {
  const keys: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) keys.unshift(encodeKey(String(at.key)));
  return keys.map((key) => `/${key}`).join("");
}

function encodeKey(key: string): string {
  const short = key.length <= maxKeyLength ? key : `${key.slice(0, maxKeyLength)}…`;
  return short.replaceAll("~", "~0").replaceAll("/", "~1");
}
