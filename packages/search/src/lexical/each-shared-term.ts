import { impactUnit } from "./document-terms.ts";
import { fieldBits, fieldMask, forwardStep, type LexicalIndex, type TermEntry } from "./lexical-index.ts";

/**
 * Calls back for each of the given terms that one of the tools has, tool by tool: with the tool's and the term's index in
 * their lists, and the values of `LexicalIndex.eachTerm`.
 */
export function eachSharedTerm(
  { forward, marks }: LexicalIndex,
  slots: readonly number[],
  terms: readonly TermEntry[],
  visit: (tool: number, term: number, fields: number, worth: number) => void,
): void {
  for (let term = 0; term < terms.length; term++) {
    const { id } = terms[term] as TermEntry;
    if (id >= 0) {
      marks[id] = term + 1;
    }
  }
  const { data } = forward;
  for (let tool = 0; tool < slots.length; tool++) {
    const start = forward.startOf(slots[tool] as number);
    const end = start + forward.lengthOf(slots[tool] as number);
    for (let position = start; position < end; position += forwardStep) {
      const packed = data[position] as number;
      const mark = marks[packed >>> fieldBits] as number;
      if (mark !== 0) {
        visit(tool, mark - 1, packed & fieldMask, (data[position + 1] as number) * impactUnit);
      }
    }
  }
  for (const { id } of terms) {
    if (id >= 0) {
      marks[id] = 0;
    }
  }
}
