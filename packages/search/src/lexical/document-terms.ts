import { splitWords } from "../text/split-words.ts";
import { termOf } from "../text/term.ts";
import type { ToolDocument } from "../tool/document.ts";
import {
  argumentDescriptionsField,
  argumentNamesField,
  descriptionField,
  type Field,
  fieldWeights,
  hintField,
  nameField,
  serverField,
} from "./fields.ts";

/** BM25's saturation: how fast further occurrences of a term stop counting. */
export const saturation = 1.2;

/** Impacts are stored in eight bits: this one stands for the most that a term can be worth in a tool. */
export const largestImpact = 255;
/** What the largest impact is worth, before the rarity of the term is multiplied in. */
export const impactUnit: number = (saturation + 1) / largestImpact;

/** A term of a tool: what it is worth there, and the fields that hold it, as a bit set. */
export interface DocumentTerm {
  readonly term: string;
  readonly impact: number;
  readonly fields: number;
}

/** Reads the terms of a tool with their impacts. */
export function documentTerms(document: ToolDocument): DocumentTerm[] {
  const found = new Map<string, { weight: number; fields: number }>();
  addField(found, serverField, document.server);
  addField(found, nameField, document.bareName);
  addField(found, hintField, document.hint);
  addField(found, descriptionField, document.description);
  addField(found, argumentNamesField, document.argumentNames);
  addField(found, argumentDescriptionsField, document.argumentDescriptions);
  const terms: DocumentTerm[] = [];
  for (const [term, { weight, fields }] of found) {
    terms.push({ term, impact: impactOf(weight), fields });
  }
  return terms;
}

function impactOf(weight: number): number {
  const worth = (weight * (saturation + 1)) / (weight + saturation);
  return Math.max(1, Math.round(worth / impactUnit));
}

/** Used by one call at a time, and kept so that indexing does not make a map for each field of each tool. */
const counts = new Map<string, number>();

function addField(found: Map<string, { weight: number; fields: number }>, field: Field, text: string): void {
  if (text === "") {
    return;
  }
  counts.clear();
  let length = 0;
  let previous = "";
  const count = (term: string): void => {
    if (term !== "") {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  };
  splitWords(text, (word, joins) => {
    const term = termOf(word);
    count(term);
    if (joins !== 0) {
      return;
    }
    if (term !== "") {
      length++;
    }
    // `web_page` is also found as `webpage`.
    if (field === nameField && previous !== "") {
      count(termOf(previous + word));
    }
    previous = word;
  });
  const { weight, lengthDiscount, usualLength } = fieldWeights[field] as (typeof fieldWeights)[number];
  const perOccurrence = weight / (1 - lengthDiscount + (lengthDiscount * length) / usualLength);
  for (const [term, occurrences] of counts) {
    const entry = found.get(term);
    if (entry === undefined) {
      found.set(term, { weight: occurrences * perOccurrence, fields: 1 << field });
    } else {
      entry.weight += occurrences * perOccurrence;
      entry.fields |= 1 << field;
    }
  }
}
