import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createStaticEmbedder } from "@toolcrib/search";
import { embeddingTableBase64, embeddingTableSha256 } from "@toolcrib/search/table";
import { describe, expect, it } from "vitest";
import { readEmbeddingTable } from "../src/embedding/embedding-table.ts";
import { tableBytes } from "./support/table-bytes.ts";

const file = (path: string): Buffer => readFileSync(new URL(`../${path}`, import.meta.url));

describe("the table that ships", () => {
  const bytes = file("table/embedding-table.bin");

  it("is the file that the generated module was made of", () => {
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(embeddingTableSha256);
    expect(Buffer.from(embeddingTableBase64, "base64").equals(bytes)).toBe(true);
  });

  it("has vectors of 256 numbers for more than ten thousand pieces", () => {
    const table = readEmbeddingTable(bytes);
    expect(table.dimensions).toBe(256);
    expect(table.vocabulary.size).toBeGreaterThan(10_000);
    expect(table.rows).toHaveLength(table.vocabulary.size * 256);
    expect(table.scales.every((scale) => Number.isFinite(scale))).toBe(true);
    expect(table.vocabulary.has("file")).toBe(true);
  });

  it("names the works that it was made with", () => {
    const notice = file("NOTICE").toString("utf8");
    expect(notice).toContain("all-MiniLM-L6-v2");
    expect(notice).toContain("WordNet");
    expect(file("LICENSE-APACHE").toString("utf8")).toContain("Apache License");
  });

  it("puts texts of one meaning closer together than texts of two", async () => {
    const [mail, letter, weather] = await createStaticEmbedder().embed(
      ["send an email", "write a mail", "rain tomorrow"],
      "query",
    );
    const product = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number => {
      const dot = (x: Float32Array, y: Float32Array) =>
        x.reduce((sum, number, index) => sum + number * (y[index] as number), 0);
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    };
    expect(product(mail, letter)).toBeGreaterThan(product(mail, weather));
  });
});

describe("a custom table", () => {
  it.each([
    ["eight bits", { bits: 8 }],
    ["four bits", { bits: 4 }],
    ["a length that no kernel takes", { dimensions: 10 }],
  ])("adds up the rows of the pieces of a text: %s", async (_, changes) => {
    const embedder = createStaticEmbedder(tableBytes(changes));
    const [vector] = await embedder.embed(["Send MAILS, unknown; file file"], "query");
    expect([...(vector ?? [])].slice(0, 5)).toEqual([2, 2, 2, 4, 0]);
  });

  it("reads bytes inside a larger buffer", async () => {
    const bytes = tableBytes();
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    const [vector] = await createStaticEmbedder(larger.subarray(3, 3 + bytes.length)).embed(["send"], "query");
    expect(vector?.[0]).toBe(2);
  });

  it("splits words of any script into pieces, and ignores those that it cannot spell", async () => {
    const [folded, ideographs, endless] = await createStaticEmbedder(tableBytes()).embed(
      ["sénd — fîle", "法令", "x".repeat(500)],
      "query",
    );
    expect([...(folded ?? [])].slice(0, 4)).toEqual([2, 0, 0, 2]);
    expect(ideographs?.some((number) => number !== 0)).toBe(false);
    expect(endless?.some((number) => number !== 0)).toBe(false);
  });

  it("has an id that differs from other tables", () => {
    const other = tableBytes();
    other[other.length - 1] = 9;
    expect(createStaticEmbedder(other).id).not.toBe(createStaticEmbedder(tableBytes()).id);
  });
});
