import { readNumber, replaceSection, writeNumber } from "./module-sections.ts";

const globalSection = 6;
const [int32, mutable, constant, end] = [0x7f, 1, 0x41, 0x0b];
/** In a signed number, this bit of the last byte is the sign. */
const signBit = 0x40;

/**
 * A WebAssembly module whose stack of C begins, downwards, at another address. Undefined if it has another form than one global, the stack
 * pointer: compilers write it so.
 */
export function moveStack(module: Uint8Array, top: number): Uint8Array<ArrayBuffer> | undefined {
  return replaceSection(module, globalSection, (content) => {
    const [count, type, kind, instruction] = content;
    const isPointer = count === 1 && type === int32 && kind === mutable && instruction === constant;
    if (!isPointer || readNumber(content, 4).end !== content.length - 1) return undefined;
    return [1, int32, mutable, constant, ...writeSigned(top), end];
  });
}

function writeSigned(value: number): number[] {
  const bytes = writeNumber(value);
  const last = bytes.at(-1) ?? 0;
  return last & signBit ? [...bytes.slice(0, -1), last + 128, 0] : bytes;
}
