import type { Store } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import type { InnerTurns } from "../conversation/inner-conversation.ts";
import { text } from "../testing/answering/blocks.ts";
import { createJsonStore } from "../testing/json-store.ts";
import { HiddenTurns } from "./hidden-turns.ts";
import { SharedTurns } from "./shared-turns.ts";

const key = "owner system history";

function turns(said: string): InnerTurns {
  return { leading: [], messages: [{ role: "assistant", content: [text(said)] }], trailing: [], open: [] };
}

/** A process with a memory of its own, and a store that it shares with others. */
function createProcess(store: Store) {
  const problems: string[] = [];
  const shared = new SharedTurns(store, (problem) => void problems.push(problem));
  const hidden = new HiddenTurns(shared);
  return {
    problems,
    remember: async (hiddenTurns: InnerTurns | undefined) => {
      hidden.remember(key, hiddenTurns);
      await shared.settled();
    },
    find: async (wanted = key) => {
      await hidden.load(() => [wanted]);
      return hidden.isEmpty ? undefined : hidden.find(wanted);
    },
  };
}

describe("hidden turns in a shared store", () => {
  it("are found by another process, with the same bytes", async () => {
    const store = createJsonStore();
    await createProcess(store).remember(turns("a"));

    expect(JSON.stringify(await createProcess(store).find())).toBe(JSON.stringify(turns("a")));
    expect(await createProcess(store).find("another system history")).toBeUndefined();
  });

  it("keep what a dialect attached to their blocks, and that two blocks have it in common", async () => {
    const store = createJsonStore();
    const symbol = Symbol.for("toolcrib: test");
    const item = { id: "msg_1" };
    const content = [0, 1].map((part) => ({ ...text("a"), [symbol]: { item, part: { part } } }));
    await createProcess(store).remember({ ...turns(""), messages: [{ role: "assistant", content }] });
    const found = await createProcess(store).find();
    const blocks = found?.messages[0]?.content as unknown as readonly { [symbol]: { item: object } }[];

    expect(blocks).toEqual(content);
    expect(blocks[0]?.[symbol].item).toBe(blocks[1]?.[symbol].item);
  });

  it.each([
    ["different turns", turns("a"), turns("b")],
    ["a turn and nothing hidden", turns("a"), undefined],
    ["nothing hidden and a turn", undefined, turns("a")],
  ])("are not found if two processes led to %s at one place", async (_name, one, other) => {
    const store = createJsonStore();
    await createProcess(store).remember(one);
    await createProcess(store).remember(other);

    expect(await createProcess(store).find()).toBeUndefined();
  });

  it("are not found if the store gives back something else than it was given", async () => {
    const store = createJsonStore();
    await createProcess(store).remember(turns("harmless"));
    for (const [name, value] of store.texts) store.texts.set(name, value.replace("harmless", "harmful"));

    expect(store.texts.size).toBe(1);
    expect(await createProcess(store).find()).toBeUndefined();
  });

  it("are forgotten if the store fails, which is logged and fails no request", async () => {
    const fails = async () => {
      throw new Error("The disk is full.");
    };
    const { remember, find, problems } = createProcess({
      ...createJsonStore(),
      get: fails,
      create: fails,
      update: fails,
    });
    await remember(turns("a"));

    expect(await find()).toEqual(turns("a"));
    expect(await find("owner system other")).toBeUndefined();
    expect(problems).toEqual(["The store did not keep a hidden turn.", "The store did not give hidden turns."]);
  });

  it("are read once per process", async () => {
    const store = createJsonStore();
    await createProcess(store).remember(turns("a"));
    let reads = 0;
    const { find } = createProcess({
      ...store,
      get: (keys) => {
        reads += 1;
        return store.get(keys);
      },
    });
    await find();
    await find();

    expect(reads).toBe(1);
  });
});
