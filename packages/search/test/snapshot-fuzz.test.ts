import { isToolcribError, ToolIndex } from "@toolcrib/search";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packSections, type Sections, unpackSections } from "../src/catalogue/snapshot-container.ts";
import { indexOf, workshopTools } from "./support/catalogue.ts";
import { createLetterPairEmbedder } from "./support/embedders.ts";

const { numRuns = 400 } = fc.readConfigureGlobal();
const embedder = createLetterPairEmbedder();
const source = await indexOf(workshopTools.slice(0, 12), { embedder });
source.remove([workshopTools[3]?.name as string]);
const bytes = source.snapshot();
const version = new DataView(bytes.buffer).getUint32(4, true);
const sections = unpackSections(bytes, version);
const queries = ["send a message", "issue +list", "mcp__slack", "select:ping", "/li.t/", "web page of the weather"];
const rankers = ["keyword", "bm25", "semantic", "hybrid"] as const;

/** Loads what may be broken, uses it in every way, and says whether it loaded. */
async function use(changed: Uint8Array): Promise<boolean> {
  let index: ToolIndex;
  try {
    index = ToolIndex.fromSnapshot(changed, { embedder });
  } catch (error) {
    expect(isToolcribError(error), String(error)).toBe(true);
    return false;
  }
  await index.ready();
  for (const query of queries) {
    for (const ranker of rankers) {
      const { hits } = await index.search(query, { limit: 8, ranker });
      expect(hits.length).toBeLessThanOrEqual(8);
      expect(hits.every(({ name, score }) => index.has(name) && Number.isFinite(score))).toBe(true);
    }
  }
  const names = [...index.names()];
  index.remove(names.slice(0, 3));
  index.add([{ name: "fresh", description: "Sends a message about an issue." }]);
  index.remove(names);
  expect([...ToolIndex.fromSnapshot(index.snapshot(), { embedder }).names()]).toEqual(["fresh"]);
  return true;
}

describe("a modified snapshot is refused, or searches like any other", () => {
  it("if it is unmodified", async () => {
    expect(await use(bytes)).toBe(true);
  });

  it("at any byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1 }), async (changes) => {
        const changed = bytes.slice();
        for (const [place, byte] of changes) changed[place] = byte;
        await use(changed);
      }),
      { numRuns },
    );
  });

  it.each(["postingLengths", "postings", "forwardLengths", "forward", "embeddedSlots"])(
    "at any number of %s, also with one more or less",
    async (name) => {
      const words = numbersOf(sections[name] as Uint8Array);
      const number = fc.oneof(fc.nat(300), fc.constantFrom(...words), fc.nat(2 ** 32 - 1));
      await fc.assert(
        fc.asyncProperty(fc.nat(words.length - 1), number, fc.integer({ min: -1, max: 1 }), async (at, value, more) => {
          const changed = words.slice();
          changed[at] = value;
          const length = changed.length + more;
          await use(repacked({ [name]: bytesOf(Uint32Array.from({ length }, (_, index) => changed[index] ?? value)) }));
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      );
    },
  );

  it.each(["header", "tools", "terms"])("at any value of %s", async (name) => {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(sections[name]));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), async (path, value) => {
        const json = JSON.stringify(withValue(structuredClone(parsed), path, value));
        await use(repacked({ [name]: new TextEncoder().encode(json) }));
      }),
      { numRuns },
    );
  });

  it("if postings name a tool twice, one that is gone, or one without weight", async () => {
    const words = numbersOf(sections["postings"] as Uint8Array);
    const [first, second] = words as [number, number];
    const gone = 3 * 256 + 1;
    for (const changed of [
      [first, first],
      [gone, second],
      [first & ~255, second],
      [second, first],
    ]) {
      await use(repacked({ postings: bytesOf(Uint32Array.from([...changed, ...words.slice(2)])) }));
    }
  });
});

function repacked(changed: Sections): Uint8Array {
  return packSections({ ...sections, ...changed }, version);
}

function numbersOf(section: Uint8Array): number[] {
  return [...new Uint32Array(section.slice().buffer)];
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer);
}

/** Follows a path of positions into a value, and puts another in its place. */
function withValue(value: unknown, [at, ...rest]: readonly number[], put: unknown): unknown {
  if (at === undefined || typeof value !== "object" || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)];
  const target = value as Record<string, unknown>;
  if (key === undefined) return put;
  target[key] = withValue(target[key], rest, put);
  return value;
}
