import assert from "node:assert/strict";
import { test } from "node:test";
import { WordPieces } from "../src/table/word-pieces.ts";

const pieces = new WordPieces(["web", "##hook", "##s", "webhook", "-", "cafe"]);

test("a word is cut into the longest pieces from its start", () => {
  assert.deepEqual(pieces.idsOf("Webhooks"), [3, 2]);
});

test("accents go, and punctuation is a word of its own", () => {
  assert.deepEqual(pieces.idsOf("café-web"), [5, 4, 0]);
});

test("a word with an unknown part gives nothing", () => {
  assert.deepEqual(pieces.idsOf("webx"), []);
});
