import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVocabulary } from "../src/text/read-vocabulary.ts";
import { isMostlyLatin } from "../src/text/word-pieces.ts";
import { parseWeights } from "../src/weights/weights-file.ts";

const { vocabulary } = parseWeights(readFileSync(new URL("../weights/encoder.bin", import.meta.url)));
const wordPieces = readVocabulary(vocabulary);
const piecesOf = (text: string, maxTokens = 64): string[] =>
  wordPieces.tokens(text, maxTokens).map((token) => vocabulary[token] as string);

describe("WordPieces", () => {
  // The expected pieces are those of the tokenizer of bert-base-uncased.
  it.each([
    ["Create a pull-request", ["create", "a", "pull", "-", "request"]],
    ["café naïve résumé", ["cafe", "naive", "resume"]],
    ["unaffable tokenization", ["una", "##ffa", "##ble", "token", "##ization"]],
    ["what's the $5 e-mail?", ["what", "'", "s", "the", "$", "5", "e", "-", "mail", "?"]],
  ])("splits %j as BERT does", (text, pieces) => {
    expect(piecesOf(text)).toEqual(["[CLS]", ...pieces, "[SEP]"]);
  });

  it("replaces what it cannot spell by one unknown piece", () => {
    expect(piecesOf("send 🙂 mail")).toEqual(["[CLS]", "send", "[UNK]", "mail", "[SEP]"]);
    expect(piecesOf(`send ${"x".repeat(101)}`)).toEqual(["[CLS]", "send", "[UNK]", "[SEP]"]);
  });

  it("leaves words of other scripts out, and a text of nothing else has no tokens", () => {
    expect(piecesOf("send 邮件 почта mail")).toEqual(["[CLS]", "send", "mail", "[SEP]"]);
    expect(piecesOf("发送一封邮件")).toEqual([]);
    expect(piecesOf("... !?")).toEqual([]);
    expect(piecesOf("")).toEqual([]);
  });

  it("cuts a text at its limit and still ends it", () => {
    const pieces = piecesOf("send mail ".repeat(1_000), 16);
    expect(pieces).toHaveLength(16);
    expect(pieces.at(-1)).toBe("[SEP]");
  });

  it("gives known tokens, never more than the limit, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 4, max: 64 }), (text, maxTokens) => {
        const tokens = wordPieces.tokens(text, maxTokens);
        expect(tokens.length).toBeLessThanOrEqual(maxTokens);
        expect(tokens.every((token) => vocabulary[token] !== undefined)).toBe(true);
      }),
    );
  });

  it("refuses a vocabulary without the special pieces", () => {
    expect(() => readVocabulary(["a", "b"])).toThrow("expected the word piece [CLS], got none");
  });
});

describe("isMostlyLatin", () => {
  it.each([
    ["send a mail", true],
    ["envoyer un courriel à Zoë", true],
    ["42", true],
    ["отправить письмо", false],
    ["发送邮件 to Bob and the whole team", true],
    ["メールを送信 now", false],
  ])("says of %j: %s", (text, expected) => {
    expect(isMostlyLatin(text)).toBe(expected);
  });
});
