const memorySection = 5;
const headerLength = 8;
const hasMaximum = 1;

/**
 * A WebAssembly module whose memory cannot grow beyond a number of pages of 64 KiB: the module declares its memory itself, so the limit has
 * to be written into its memory section. Undefined if it has another form than one memory without a maximum.
 */
export function limitMemory(module: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> | undefined {
  for (let at = headerLength; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === memorySection) {
      const [count, flags] = [module[size.end], module[size.end + 1]];
      if (count !== 1 || flags !== 0) return undefined;
      const pages = readNumber(module, size.end + 2);
      const section = [1, hasMaximum, ...writeNumber(pages.value), ...writeNumber(Math.max(maxPages, pages.value))];
      return Buffer.concat([
        module.subarray(0, at + 1),
        Uint8Array.from([...writeNumber(section.length), ...section]),
        module.subarray(end),
      ]);
    }
    at = end;
  }
  return undefined;
}

/** An unsigned number in LEB128. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...writeNumber(Math.floor(value / 128))];
}
