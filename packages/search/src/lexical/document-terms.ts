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

/** Reads the terms of a tool with their impacts: those of its server and name before all others. */
export function documentTerms(document: ToolDocument): DocumentTerm[] {
  forgetOldTallies();
  addField(serverField, document.server);
  addField(nameField, document.bareName);
  addField(hintField, document.hint);
  addField(descriptionField, document.description);
  addField(argumentNamesField, document.argumentNames);
  addField(argumentDescriptionsField, document.argumentDescriptions);
  const terms: DocumentTerm[] = [];
  for (const tally of inDocument) {
    terms.push({ term: tally.term, impact: impactOf(tally.weight), fields: tally.fields });
    tally.weight = 0;
    tally.fields = 0;
  }
  inDocument.length = 0;
  return terms;
}

function impactOf(weight: number): number {
  const worth = (weight * (saturation + 1)) / (weight + saturation);
  return Math.max(1, Math.round(worth / impactUnit));
}

/** What is known of a term while the fields of a tool are read. */
interface Tally {
  readonly term: string;
  weight: number;
  fields: number;
  /** How often it stands in the field that is being read. */
  occurrences: number;
}

// One tool is read at a time, and indexing reads millions of fields: so the tallies and lists are kept and used again.
const tallies = new Map<string, Tally>();
const inDocument: Tally[] = [];
const inField: Tally[] = [];
const rememberedTerms = 50_000;

function forgetOldTallies(): void {
  if (tallies.size > rememberedTerms) {
    tallies.clear();
  }
}

function count(term: string): void {
  if (term === "") {
    return;
  }
  let tally = tallies.get(term);
  if (tally === undefined) {
    tally = { term, weight: 0, fields: 0, occurrences: 0 };
    tallies.set(term, tally);
  }
  if (tally.occurrences++ === 0) {
    inField.push(tally);
  }
}

function addField(field: Field, text: string): void {
  if (text === "") {
    return;
  }
  let length = 0;
  let previous = "";
  for (const { word, joins, term } of splitWords(text)) {
    count(term);
    if (joins !== 0) {
      continue;
    }
    if (term !== "") {
      length++;
    }
    // `web_page` is also found as `webpage`.
    if (field === nameField && previous !== "") {
      count(termOf(previous + word));
    }
    previous = word;
  }
  const { weight, lengthDiscount, usualLength } = fieldWeights[field] as (typeof fieldWeights)[number];
  const perOccurrence = weight / (1 - lengthDiscount + (lengthDiscount * length) / usualLength);
  for (const tally of inField) {
    if (tally.fields === 0) {
      inDocument.push(tally);
    }
    tally.weight += tally.occurrences * perOccurrence;
    tally.fields |= 1 << field;
    tally.occurrences = 0;
  }
  inField.length = 0;
}
