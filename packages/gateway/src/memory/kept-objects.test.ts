import type { Store } from "@toolcrib/store";
import { MemoryStore } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import { KeptObjectsOfCallers, type ObjectsOfCaller } from "./kept-objects.ts";

const never = (): never => {
  throw new Error("unexpected");
};

function keep(store: Store = new MemoryStore(() => 0)): KeptObjectsOfCallers {
  return new KeptObjectsOfCallers(store, never);
}

function storeOf(memory: MemoryStore): Store {
  return {
    specificationVersion: "v1",
    get: (keys) => memory.get(keys),
    set: (key, value, options) => memory.set(key, value, options),
    update: (...given) => memory.update(...given),
    delete: (key) => memory.delete(key),
    close: () => memory.close(),
  };
}

function read(objects: ObjectsOfCaller, id: string): Promise<object | undefined> {
  return objects.whenLoaded(() => objects.get(id));
}

describe("what is kept for a caller", () => {
  it("is found by its next request, and by nobody else", async () => {
    const kept = keep();
    kept.of("alice").set("a", { x: 1 });

    expect(await read(kept.of("alice"), "a")).toEqual({ x: 1 });
    expect(await read(kept.of("bob"), "a")).toBeUndefined();
  });

  it("cannot be reached through an id that looks like another caller's key", async () => {
    const kept = keep();
    kept.of('a","b').set("c", {});

    expect(await read(kept.of("a"), 'b","c')).toBeUndefined();
  });

  it("is gone when it is deleted", async () => {
    const kept = keep();
    kept.of("alice").set("a", {});
    kept.of("alice").delete("a");

    expect(await read(kept.of("alice"), "a")).toBeUndefined();
  });

  it("takes its id from later objects of the same caller, until it is deleted", () => {
    const kept = keep();
    kept.of("alice").set("a", {});
    expect([kept.of("alice").isTaken("a"), kept.of("bob").isTaken("a")]).toEqual([true, false]);
    kept.of("alice").delete("a");

    expect(kept.of("alice").isTaken("a")).toBe(false);
  });

  it("is there before a slow store has written it", async () => {
    const memory = new MemoryStore(() => 0);
    let write = (): void => {};
    const slow: Store = {
      ...storeOf(memory),
      set: (key, value, options) =>
        new Promise((resolve) => {
          write = () => resolve(memory.set(key, value, options));
        }),
    };
    const kept = keep(slow);
    kept.of("alice").set("a", { x: 1 });
    expect(await read(kept.of("alice"), "a")).toEqual({ x: 1 });
    write();
    await new Promise(setImmediate);

    expect(await read(kept.of("alice"), "a")).toEqual({ x: 1 });
  });

  it("is not written any more when another request has deleted it", async () => {
    const memory = new MemoryStore(() => 0);
    const goOn: (() => void)[] = [];
    const slow = { ...storeOf(memory), set: () => new Promise<void>((resolve) => void goOn.push(resolve)) };
    const kept = keep(slow);
    const objects = kept.of("alice");
    for (let number = 0; number < 20; number++) objects.set(`${number}`, {});
    const begun = goOn.length;
    for (let number = begun; number < 20; number++) kept.of("alice").delete(`${number}`);
    await new Promise(setImmediate);
    for (const resolve of goOn) resolve();
    await new Promise(setImmediate);

    expect(begun).toBeLessThan(20);
    expect(goOn).toHaveLength(begun);
  });

  it("comes with everything that it is linked to, so that a request is parsed twice at most", async () => {
    const kept = keep();
    const before = kept.of("alice");
    for (const turn of [0, 1, 2, 3]) before.set(`${turn}`, { turn }, turn === 0 ? [] : [`${turn - 1}`]);
    const objects = kept.of("alice");
    let runs = 0;
    const turns = await objects.whenLoaded(() => {
      runs++;
      return ["3", "2", "1", "0"].map((id) => (objects.get(id) as { readonly turn: number } | undefined)?.turn);
    });

    expect([turns, runs]).toEqual([[3, 2, 1, 0], 2]);
  });

  it("is read once if nothing is missing, and an error of the reader stays", async () => {
    const objects = keep().of("alice");
    let runs = 0;
    const failing = objects.whenLoaded(() => {
      runs++;
      if (objects.get("none") === undefined) throw new Error("not found");
    });

    await expect(failing).rejects.toThrow("not found");
    expect(runs).toBe(1);
  });

  it("is an error of the gateway if the store cannot be read, and a report if it cannot be written", async () => {
    const problems: string[] = [];
    const broken: Store = {
      specificationVersion: "v1",
      get: () => Promise.reject(new Error("down")),
      set: () => Promise.reject(new Error("down")),
      update: () => Promise.reject(new Error("down")),
      delete: () => Promise.reject(new Error("down")),
      close: async () => {},
    };
    const kept = new KeptObjectsOfCallers(broken, (problem) => void problems.push(problem));
    kept.of("alice").set("a", {});
    await new Promise(setImmediate);

    expect(problems).toEqual(["The store did not keep an object."]);
    await expect(read(kept.of("alice"), "b")).rejects.toMatchObject({ code: "store_unavailable" });
  });
});
