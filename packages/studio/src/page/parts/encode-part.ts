/** Encodes outside text as a part of a URL. `encodeURIComponent` throws for half of a surrogate pair, which JSON can hold. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
