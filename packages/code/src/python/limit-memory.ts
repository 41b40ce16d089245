import { readNumber, replaceSection, writeNumber } from "./module-sections.ts";

const memorySection = 5;
const hasMaximum = 1;

/**
 * A WebAssembly module whose memory has more pages of 64 KiB at its start, and cannot grow beyond a number of pages: the module declares its
 * memory itself, so both have to be written into its memory section. Undefined if it has another form than one memory without a maximum.
 */
export function limitMemory(
  module: Uint8Array,
  { maxPages, morePages = 0 }: { readonly maxPages: number; readonly morePages?: number },
): Uint8Array<ArrayBuffer> | undefined {
  return replaceSection(module, memorySection, (content) => {
    const [count, flags] = content;
    if (count !== 1 || flags !== 0) return undefined;
    const pages = readNumber(content, 2).value + morePages;
    return [1, hasMaximum, ...writeNumber(pages), ...writeNumber(Math.max(maxPages, pages))];
  });
}

/** The pages of a module's memory at its start; undefined if it declares none. */
export function pagesOf(module: Uint8Array): number | undefined {
  let pages: number | undefined;
  replaceSection(module, memorySection, (content) => {
    pages = readNumber(content, 2).value;
    return undefined;
  });
  return pages;
}
