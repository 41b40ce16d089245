const headerLength = 8;

/** A WebAssembly module with another content of one section. Undefined if it has no such section, or nothing replaces the content. */
export function replaceSection(
  module: Uint8Array,
  section: number,
  replace: (content: Uint8Array) => readonly number[] | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  for (let at = headerLength; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === section) {
      const content = replace(module.subarray(size.end, end));
      if (content === undefined) return undefined;
      return Buffer.concat([
        module.subarray(0, at + 1),
        Uint8Array.from([...writeNumber(content.length), ...content]),
        module.subarray(end),
      ]);
    }
    at = end;
  }
  return undefined;
}

/** An unsigned number in LEB128. */
export function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}

export function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...writeNumber(Math.floor(value / 128))];
}
