import { descriptionField, hintField, nameField, serverField } from "./fields.ts";
import type { LexicalIndex } from "./lexical-index.ts";

const describingFields = (1 << serverField) | (1 << nameField) | (1 << hintField) | (1 << descriptionField);

/**
 * Whether a tool has a term in its server, name, hint or description. What it says about arguments are often examples of
 * values, and do not make a name known.
 */
export function isDescribing(lexical: LexicalIndex, id: number): boolean {
  if (lexical.describing !== undefined) {
    return lexical.describing.has(id);
  }
  for (const slot of lexical.slotsWith(id)) {
    let fieldsOfTerm = 0;
    lexical.eachTerm(slot, (other, fields) => {
      fieldsOfTerm |= other === id ? fields : 0;
    });
    if ((fieldsOfTerm & describingFields) !== 0) {
      return true;
    }
  }
  return false;
}
