import { seenName } from "../text/look-alikes.ts";
import { splitWords } from "../text/split-words.ts";
import { termOf } from "../text/term.ts";
import { WordMemo } from "../text/word-memo.ts";
import type { ToolDocument } from "../tool/document.ts";
import { rankedDescription } from "../tool/ranked-description.ts";
import {
  argumentDescriptionsField,
  argumentNamesField,
  descriptionField,
  type Field,
  type FieldWeight,
  fieldWeights,
  hintField,
  nameField,
  serverField,
} from "./fields.ts";

/** BM25 saturation: how fast repeated occurrences of a term stop counting. */
export const saturation = 1.2;

/** Impacts are stored in eight bits: this is the maximum value of a term in a tool. */
export const maxImpact = 255;
/** The value of one unit of impact, before it is multiplied by the term's rarity. */
export const impactUnit: number = (saturation + 1) / maxImpact;

/** A term of a tool: its impact there, and the fields that contain it, as a bit set. */
export interface WeighedTerm {
  readonly term: string;
  readonly impact: number;
  readonly fields: number;
}

/** A term as an index takes it. */
export interface DocumentTerm extends WeighedTerm {
  /** Used by the index that the term is added to: the last index that looked it up, and the term's number there. */
  lastIndex: number;
  idInIndex: number;
}

/** The terms of a tool with their impacts, those of its server and name first. The next call overwrites them. */
export function documentTerms(document: ToolDocument): readonly DocumentTerm[] {
  forgetDocument();
  addField(serverField, document.server);
  const name = seenName(document.bareName);
  const description = rankedDescription(document.description);
  // The name of a tool that is stuffed with words counts no more than a word of a description.
  const isNamed = description !== "" || document.description === "";
  addField(isNamed ? nameField : descriptionField, name, maxWordsOf(nameField));
  addField(hintField, document.hint);
  addField(descriptionField, description);
  addField(argumentNamesField, document.argumentNames);
  addField(argumentDescriptionsField, document.argumentDescriptions);
  for (const tally of inDocument) {
    tally.impact = impactOf(tally.weight);
  }
  return inDocument;
}

function impactOf(weight: number): number {
  const worth = (weight * (saturation + 1)) / (weight + saturation);
  return Math.max(1, Math.round(worth / impactUnit));
}

/** The state of a term while the fields of a tool are read. */
interface Tally extends DocumentTerm {
  impact: number;
  fields: number;
  weight: number;
  /** The number of occurrences in the current field. */
  occurrences: number;
}

// One tool is read at a time, and indexing reads millions of words, so the tallies and lists are reused.
const tallies = new Map<string, Tally>();
const inDocument: Tally[] = [];
const inField: Tally[] = [];
const rememberedTerms = 50_000;

const talliesOfWords = new WordMemo<Tally>(32_768, ({ term }) => tallyOf(term));

function forgetDocument(): void {
  for (const tally of inDocument) {
    tally.weight = 0;
    tally.fields = 0;
  }
  inDocument.length = 0;
  if (tallies.size > rememberedTerms) {
    tallies.clear();
    talliesOfWords.forget();
  }
}

function tallyOf(term: string): Tally {
  let tally = tallies.get(term);
  if (tally === undefined) {
    tally = { term, weight: 0, fields: 0, occurrences: 0, impact: 0, lastIndex: 0, idInIndex: 0 };
    tallies.set(term, tally);
  }
  return tally;
}

function count(tally: Tally): void {
  if (tally.occurrences++ === 0) {
    inField.push(tally);
  }
}

function maxWordsOf(field: Field): number {
  return (fieldWeights[field] as FieldWeight).maxWords;
}

function addField(field: Field, text: string, maxWords = maxWordsOf(field)): void {
  if (text === "") {
    return;
  }
  const { weight, lengthDiscount, usualLength } = fieldWeights[field] as FieldWeight;
  let length = 0;
  let words = 0;
  let previous = "";
  for (const split of splitWords(text)) {
    const { word, joins, term } = split;
    if (term !== "") {
      count(talliesOfWords.of(split));
    }
    if (joins !== 0) {
      continue;
    }
    words++;
    if (term !== "") {
      length++;
    }
    // `web_page` also matches `webpage`.
    if (field === nameField) {
      if (previous !== "") {
        countJoined(previous + word);
      }
      previous = word;
    }
  }
  const perOccurrence = weight / (1 - lengthDiscount + (lengthDiscount * length) / usualLength);
  for (const tally of inField) {
    // A field that is stuffed with words says nothing.
    if (words <= maxWords) {
      if (tally.fields === 0) {
        inDocument.push(tally);
      }
      tally.weight += tally.occurrences * perOccurrence;
      tally.fields |= 1 << field;
    }
    tally.occurrences = 0;
  }
  inField.length = 0;
}

function countJoined(words: string): void {
  const term = termOf(words);
  if (term !== "") {
    count(tallyOf(term));
  }
}
