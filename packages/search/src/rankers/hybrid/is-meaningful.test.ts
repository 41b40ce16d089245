import { describe, expect, it } from "vitest";
import type { Embedder } from "../../embedding/embedder.ts";
import { createStaticEmbedder } from "../../embedding/static-embedder.ts";
import { ToolIndex } from "../../tool-index/tool-index.ts";

const tools = [
  { name: "mcp__mail__send_email", description: "Send an email to somebody." },
  { name: "mcp__jobs__requeue_zzyx", description: "Put a zzyx back into the queue." },
];

async function namesFor(query: string, embedder = createStaticEmbedder()): Promise<readonly string[]> {
  const index = new ToolIndex({ embedder });
  index.add(tools);
  await index.ready();
  const { hits, candidates } = await index.search(query);
  return [...hits, ...candidates].map(({ name }) => name);
}

describe("a query whose words nobody knows", () => {
  it.each([
    "hjgkf wosl qwpoe",
    "asdkj zxmnc",
    "fjfjfj kdkdk",
    "because of however",
    "yes but the which",
    "%%% ^^",
    "uh hmm",
  ])("gets an empty answer: %s", async (query) => {
    expect(await namesFor(query)).toEqual([]);
  });

  it("is compared in words if a tool has one of them", async () => {
    expect(await namesFor("zzyx hjgkf")).toContain("mcp__jobs__requeue_zzyx");
  });

  it("is compared in meaning if it asks for something, so that typing mistakes get candidates", async () => {
    expect(await namesFor("whre do i snd an emial")).toContain("mcp__mail__send_email");
  });

  it("is one that the table spells with pieces, with or without accents", async () => {
    const embedder = createStaticEmbedder();
    await embedder.embed(["load the table"], "query");
    const isKnown = ["letter", "létter", "hjgkf"].map((word) => embedder.knowsWord?.(word));

    expect(isKnown).toEqual([true, true, false]);
  });

  it("is compared in meaning if the embedder does not say what it knows", async () => {
    const table = createStaticEmbedder();
    const silent: Embedder = {
      specificationVersion: "v1",
      id: "silent",
      embed: (texts, purpose) => table.embed(texts, purpose),
    };
    const index = new ToolIndex({ embedder: silent });
    index.add(tools);
    await index.ready();

    expect(await index.search("hjgkf wosl")).toMatchObject({ semantic: "used" });
  });

  it("is asked about word by word, without stop words, until one is known", async () => {
    const asked: string[] = [];
    await namesFor("hjgkf of wosl", { ...createStaticEmbedder(), knowsWord: (word) => asked.push(word) > 1 });

    expect(asked).toEqual(["hjgkf", "wosl"]);
  });
});
