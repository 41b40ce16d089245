import { EventEmitter } from "node:events";
import { loadEncoder } from "@toolcrib/encoder";
import { expect, it, vi } from "vitest";
import { tinyWeights } from "./support/tiny-model.ts";

const workers = vi.hoisted(() => ({ started: 0, behaviour: "refused" }));

vi.mock("node:worker_threads", () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super();
      workers.started++;
      if (workers.behaviour === "refused") throw new Error("Access to this API has been restricted");
    }
    ref(): void {}
    unref(): void {}
    postMessage(): void {
      setImmediate(() => this.emit(workers.behaviour, new Error("out of memory")));
    }
  },
}));

const texts = Array.from({ length: 80 }, (_none, index) => `send mail ${index}`);

it.each(["refused", "error", "exit"])(
  "encodes on the main thread if a thread is not possible: %s",
  async (behaviour) => {
    const options = { cacheFolder: null, weights: tinyWeights() };
    const expected = await (await loadEncoder({ ...options, threads: 0 })).embed(texts, "tool");
    Object.assign(workers, { started: 0, behaviour });

    const encoder = await loadEncoder({ ...options, threads: 2 });

    expect(await encoder.embed(texts, "tool")).toEqual(expected);
    expect(workers.started).toBeGreaterThan(0);
  },
);
