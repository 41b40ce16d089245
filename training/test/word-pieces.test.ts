import assert from "node:assert/strict";
import { test } from "node:test";
import { WordPieces } from "../src/table/word-pieces.ts";

const pieces = new WordPieces(["web", "##hook", "##s", "webhook", "-", "cafe"]);

test("a word is cut into the longest pieces from its start", () => {
  assert.deepEqual(pieces.idsOf("Webhooks"), [3, 2]);
});

test("accents are removed, and punctuation is a separate word", () => {
  assert.deepEqual(pieces.idsOf("café-web"), [5, 4, 0]);
});

test("a word with an unknown part has no pieces", () => {
  assert.deepEqual(pieces.idsOf("webx"), []);
});
