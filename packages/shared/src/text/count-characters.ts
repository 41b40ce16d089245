/** How many characters a text has. `length` counts those outside the Basic Multilingual Plane, such as emoji, twice. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    if (isPair) count--;
  }
  return count;
}
