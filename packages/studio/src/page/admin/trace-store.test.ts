import type { TraceRecord } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { makeTrace, makeTraces } from "../../../test/support/make-trace.ts";
import { type AdminClient, AdminError } from "./admin-client.ts";
import { TraceStore } from "./trace-store.ts";

/** A client that answers from a list, and whose stream gives what it is told to and then stays open. */
function fakeClient(stored: readonly TraceRecord[], streamed: readonly TraceRecord[] = []): AdminClient {
  return {
    listTraces: async ({ limit, before }) => {
      const start = before === undefined ? 0 : stored.findIndex(({ id }) => id === before) + 1;
      const traces = stored.slice(start, start + limit);
      return { traces, next: start + limit < stored.length ? (traces.at(-1)?.id ?? null) : null };
    },
    watchTraces: async function* (signal, onOpen) {
      onOpen();
      yield* streamed;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    readTrace: () => Promise.reject(new Error("not asked")),
    readCatalogue: () => Promise.reject(new Error("not asked")),
    readHealth: () => Promise.reject(new Error("not asked")),
    search: () => Promise.reject(new Error("not asked")),
  };
}

function storeOf(client: AdminClient): TraceStore {
  return new TraceStore({
    client,
    wait: () => new Promise(() => {}),
    nextFrame: (callback) => queueMicrotask(callback),
  });
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

describe("TraceStore", () => {
  it("reads all pages, the newest first", async () => {
    const store = storeOf(fakeClient(makeTraces(1_200)));
    void store.start();
    await settled();

    expect(store.traces.value).toHaveLength(1_200);
    expect(store.traces.value[0]?.id).toBe("req_001200");
    expect(store.connection.value).toEqual({ state: "live" });
    store.stop();
  });

  it("has a record once that comes both ways", async () => {
    const [newest] = makeTraces(3);
    const store = storeOf(
      fakeClient(makeTraces(3), [newest!, makeTrace({ id: "new", startedAt: "2026-11-16T00:00:00Z" })]),
    );
    void store.start();
    await settled();

    expect(store.traces.value.map(({ id }) => id)).toEqual(["new", "req_000003", "req_000002", "req_000001"]);
    store.stop();
  });

  it("asks for a key where one is needed", async () => {
    const client = fakeClient([]);
    const store = storeOf({
      ...client,
      watchTraces: () => {
        throw new AdminError(401, "No key was sent.");
      },
    });
    await store.start();

    expect(store.connection.value).toEqual({ state: "key-needed", problem: "No key was sent." });
  });

  it("says that the connection is lost", async () => {
    const store = storeOf({ ...fakeClient([]), watchTraces: async function* () {} });
    void store.start();
    await settled();

    expect(store.connection.value.state).toBe("lost");
    store.stop();
  });
});
