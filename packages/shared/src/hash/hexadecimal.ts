/** A 32-bit number as 8 hexadecimal digits. */
export function hexadecimal(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
