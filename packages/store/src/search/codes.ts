/** The signs of a vector's values, as the text of a `bit varying`. */
export function bitsOf(direction: Int8Array): string {
  let bits = "";
  for (const value of direction) bits += value > 0 ? "1" : "0";
  return bits;
}

/** The product of two directions. */
export function product(left: Int8Array, right: Int8Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

export function fromBase64(text: string): Int8Array {
  const bytes = Buffer.from(text, "base64");
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
