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
  const tallies = new Map<string, Tally>();
  addField(tallies, serverField, document.server);
  addField(tallies, nameField, document.bareName);
  addField(tallies, hintField, document.hint);
  addField(tallies, descriptionField, document.description);
  addField(tallies, argumentNamesField, document.argumentNames);
  addField(tallies, argumentDescriptionsField, document.argumentDescriptions);
  const terms: DocumentTerm[] = [];
  for (const [term, { weight, fields }] of tallies) {
    terms.push({ term, impact: impactOf(weight), fields });
  }
  return terms;
}

function impactOf(weight: number): number {
  const worth = (weight * (saturation + 1)) / (weight + saturation);
  return Math.max(1, Math.round(worth / impactUnit));
}

/** What is known of a term while the fields of a tool are read. */
interface Tally {
  weight: number;
  fields: number;
  /** How often it stands in the field that is being read. */
  occurrences: number;
}

/** The terms of the field that is being read: one list for all calls, since indexing reads millions of fields, one at a time. */
const inField: Tally[] = [];

function addField(tallies: Map<string, Tally>, field: Field, text: string): void {
  if (text === "") {
    return;
  }
  let length = 0;
  let previous = "";
  const count = (term: string): void => {
    if (term === "") {
      return;
    }
    let tally = tallies.get(term);
    if (tally === undefined) {
      tally = { weight: 0, fields: 0, occurrences: 0 };
      tallies.set(term, tally);
    }
    if (tally.occurrences++ === 0) {
      inField.push(tally);
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
  for (const tally of inField) {
    tally.weight += tally.occurrences * perOccurrence;
    tally.fields |= 1 << field;
    tally.occurrences = 0;
  }
  inField.length = 0;
}
