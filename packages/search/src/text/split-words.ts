import { segmentScript, unspacedRun } from "./segment-script.ts";
import type { WordVisitor } from "./word-visitor.ts";

/**
 * Splits a text into lower-case words: identifiers in every spelling (`createIssue`, `create_issue`, `CREATE-ISSUE`, `HTTPServer`),
 * prose in any language, and scripts that write without spaces.
 */
export function splitWords(text: string, visit: WordVisitor): void {
  if (isAscii(text)) {
    splitAscii(text, visit);
    return;
  }
  // A dash or an accent somewhere does not make the rest of the text slow to read.
  for (const piece of text.split(whiteSpace)) {
    if (isAscii(piece)) {
      splitAscii(piece, visit);
    } else {
      splitUnicode(fold(piece), visit);
    }
  }
}

const whiteSpace = /\s+/;

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 127) {
      return false;
    }
  }
  return true;
}

/** One spelling for what looks the same: full-width letters, ligatures, accents. Half of a broken surrogate pair becomes U+FFFD. */
function fold(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");
}

const other = 0;
const lower = 1;
const upper = 2;
const digit = 3;

function classOf(code: number): number {
  if (code >= 97 && code <= 122) {
    return lower;
  }
  if (code >= 65 && code <= 90) {
    return upper;
  }
  return code >= 48 && code <= 57 ? digit : other;
}

/** A run of letters and digits is cut where case says that a new part begins; digits stay with the letters before them. */
function splitAscii(text: string, visit: WordVisitor): void {
  const length = text.length;
  let start = 0;
  while (start < length) {
    if (classOf(text.charCodeAt(start)) === other) {
      start++;
      continue;
    }
    let partStart = start;
    let end = start + 1;
    let before = classOf(text.charCodeAt(start));
    let parts = 0;
    for (; end < length; end++) {
      const here = classOf(text.charCodeAt(end));
      if (here === other) {
        break;
      }
      if (here === upper && before !== upper) {
        visit(text.slice(partStart, end).toLowerCase(), 0);
        parts++;
        partStart = end;
      } else if (here === lower && before === upper && end - partStart > 1) {
        visit(text.slice(partStart, end - 1).toLowerCase(), 0);
        parts++;
        partStart = end - 1;
      }
      before = here;
    }
    visit(text.slice(partStart, end).toLowerCase(), 0);
    if (parts > 0) {
      visit(text.slice(start, end).toLowerCase(), parts + 1);
    }
    start = end;
  }
}

const wordRun = /[\p{L}\p{N}\p{M}]+/gu;
const casePartBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

function splitUnicode(text: string, visit: WordVisitor): void {
  for (const [run] of text.matchAll(wordRun)) {
    for (const [piece] of run.matchAll(unspacedRun)) {
      if (isAscii(piece)) {
        splitAscii(piece, visit);
      } else if (!segmentScript(piece, visit)) {
        splitByCase(piece, visit);
      }
    }
  }
}

function splitByCase(piece: string, visit: WordVisitor): void {
  const parts = piece.split(casePartBoundary);
  for (const part of parts) {
    visit(part.toLowerCase(), 0);
  }
  if (parts.length > 1) {
    visit(piece.toLowerCase(), parts.length);
  }
}
