import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isToolcribError, loadEncoder } from "@toolcrib/encoder";
import { type Embedder, ToolIndex } from "@toolcrib/search";
import { embedderSuite } from "@toolcrib/search/suites";
import { describe, expect, it } from "vitest";
import { tinyWeights } from "./support/tiny-model.ts";

const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "encoder-"));
const included = await loadEncoder({ cacheFolder: null, threads: 1 });
const tiny = await loadEncoder({ cacheFolder: null, threads: 0, weights: tinyWeights() });

describe.each([
  ["the included encoder", included],
  ["a custom encoder without threads", tiny],
])("the embedder contract: %s", (_name, embedder) => {
  it.each(embedderSuite(() => embedder))("$title", ({ run }) => run());
});

const tools = [
  { name: "get_forecast", description: "Weather forecast for a city." },
  { name: "create_pull_request", description: "Opens a pull request for a branch." },
  { name: "open_url", description: "Opens a web page in the browser." },
  { name: "list_tables", description: "Lists all tables of a database." },
  { name: "reserve_restaurant", description: "Makes a reservation at a restaurant." },
  { name: "send_email", description: "Sends an email to a recipient." },
];

async function bestOf(index: ToolIndex, query: string): Promise<string | undefined> {
  return (await index.search(query, { ranker: "semantic" })).hits[0]?.name;
}

describe("loadEncoder", () => {
  it("finds tools by everyday wording", async () => {
    const index = new ToolIndex({ embedder: included });
    index.add(tools);
    await index.ready();
    expect(index.embedderFailure).toBeUndefined();
    expect(await bestOf(index, "how warm will it be this weekend in Porto")).toBe("get_forecast");
    expect(await bestOf(index, "book a table for two")).toBe("reserve_restaurant");
    expect(await bestOf(index, "pull up the bbc homepage")).toBe("open_url");
  });

  it("reads a text in another language as its English words, without the weak ones", async () => {
    const words = [
      { word: "send", weight: 0.7 },
      { word: "mail", weight: 0.5 },
      { word: "letter", weight: 0.1 },
    ];
    for (const purpose of ["query", "tool"] as const) {
      expect(await tiny.embedWords?.([words], purpose)).toEqual(await tiny.embed(["send mail"], purpose));
    }
  });

  it("answers by its fallback until every tool has a vector, and says so", async () => {
    const index = new ToolIndex({ embedder: await loadEncoder({ cacheFolder: null, threads: 1 }) });
    index.add(tools);
    const early = await index.search("weather forecast");
    expect([early.semantic, early.hits[0]?.name]).toEqual(["building", "get_forecast"]);
    await index.ready();
    expect((await index.search("weather forecast")).semantic).toBe("used");
  });

  it("keeps the vectors of tools in a folder for the next start", async () => {
    const cacheFolder = await createFolder();
    const options = { cacheFolder, threads: 0, weights: tinyWeights() };
    const first = await (await loadEncoder(options)).embed(["send mail", "read file"], "tool");
    const files = await readdir(cacheFolder, { recursive: true });
    expect(files.some((name) => name.endsWith(".vectors"))).toBe(true);
    const again = await (await loadEncoder(options)).embed(["send mail", "read file"], "tool");
    expect(again).toEqual(first);
    // Nothing was computed: nothing was written.
    expect(await readdir(cacheFolder, { recursive: true })).toEqual(files);
  });

  it("gives the same vector with and without threads", async () => {
    const threaded = await loadEncoder({ cacheFolder: null, threads: 2, weights: tinyWeights() });
    const texts = Array.from({ length: 60 }, (_none, index) => `send mail ${index}`);
    expect(await threaded.embed(texts, "tool")).toEqual(await tiny.embed(texts, "tool"));
  });

  it("leaves queries in other scripts to its fallback", () => {
    expect(included.canRead?.("发送一封邮件")).toBe(false);
    expect(included.canRead?.("send a mail")).toBe(true);
    expect(included.fallback?.id).toBe("toolcrib-static-en-256-v2");
  });

  it("says which words it knows and that its similarities are those of a transformer", () => {
    expect(included.similarities).toBe("transformer");
    expect(included.knowsWord?.("letter")).toBe(true);
    expect(included.knowsWord?.("hjgkf")).toBe(false);
  });

  it("fits into 30 MB", async () => {
    expect((await stat(new URL("../weights/encoder.bin", import.meta.url))).size).toBeLessThan(28e6);
  });

  it("refuses weights that are missing or broken, with a code", async () => {
    const folder = await createFolder();
    const file = join(folder, "weights.bin");
    await expectCode(loadEncoder({ weights: file }), "invalid_encoder_weights");
    await writeFile(file, tinyWeights().subarray(0, 10_000));
    await expectCode(loadEncoder({ weights: file }), "invalid_encoder_weights");
    await expectCode(loadEncoder({ weights: new Uint8Array() }), "invalid_encoder_weights");
  });

  it.each([
    { threads: -1 },
    { threads: 1.5 },
    { threads: 1_000 },
    { threads: "2" as unknown as number },
    { cacheFolder: "" },
    { cacheFolder: 5 as unknown as string },
  ])("refuses the options %j", async (options) => {
    await expectCode(loadEncoder(options), "invalid_encoder_option");
  });
});

async function expectCode(loading: Promise<Embedder>, code: string): Promise<void> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  expect(isToolcribError(error) && error.code).toBe(code);
}
