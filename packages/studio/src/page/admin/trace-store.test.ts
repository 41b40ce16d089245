import type { TraceRecord } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { makeTrace, makeTraces } from "../../../test/support/make-trace.ts";
import { type AdminClient, AdminError, type AdminEvent } from "./admin-client.ts";
import { TraceStore } from "./trace-store.ts";

/** A client that responds from a list, and whose stream sends the given events and then stays open. */
function fakeClient(stored: readonly TraceRecord[], streamed: readonly AdminEvent[] = []): AdminClient {
  return {
    listTraces: async ({ limit, before }) => {
      const start = before === undefined ? 0 : stored.findIndex(({ id }) => id === before) + 1;
      const traces = stored.slice(start, start + limit);
      return { traces, next: start + limit < stored.length ? (traces.at(-1)?.id ?? null) : null };
    },
    watchEvents: async function* (signal, onOpen) {
      onOpen();
      yield* streamed;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    readTrace: () => Promise.reject(new Error("not asked")),
    readCatalogue: () => Promise.reject(new Error("not asked")),
    readHealth: () => Promise.reject(new Error("not asked")),
    readSavings: () => Promise.reject(new Error("not asked")),
    readLearning: () => Promise.reject(new Error("not asked")),
    readHistories: () => Promise.reject(new Error("not asked")),
    readCaller: () => Promise.reject(new Error("not asked")),
    readSignIn: () => Promise.reject(new Error("not asked")),
    readAccess: () => Promise.reject(new Error("not asked")),
    changeAccess: () => Promise.reject(new Error("not asked")),
    readAudit: () => Promise.reject(new Error("not asked")),
    verifyAudit: () => Promise.reject(new Error("not asked")),
    readQuotas: () => Promise.reject(new Error("not asked")),
    readConnections: () => Promise.reject(new Error("not asked")),
    readLogins: () => Promise.reject(new Error("not asked")),
    endLogin: () => Promise.reject(new Error("not asked")),
    readVisible: () => Promise.reject(new Error("not asked")),
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

  it("keeps one copy of a record that arrives both ways", async () => {
    const [newest] = makeTraces(3);
    const store = storeOf(
      fakeClient(makeTraces(3), [
        { type: "trace", trace: newest! },
        { type: "trace", trace: makeTrace({ id: "new", startedAt: "2026-11-16T00:00:00Z" }) },
      ]),
    );
    void store.start();
    await settled();

    expect(store.traces.value.map(({ id }) => id)).toEqual(["new", "req_000003", "req_000002", "req_000001"]);
    store.stop();
  });

  it("keeps a running request in place with its steps until it ends", async () => {
    const trace = makeTrace({ id: "new", startedAt: "2026-11-16T00:00:00Z" });
    const [first, second] = trace.flow;
    const steps = [first!, second!].map((step, index): AdminEvent => {
      return { type: "step", trace: { ...trace, flow: [] }, index, step };
    });
    const running = storeOf(fakeClient(makeTraces(2), steps));
    void running.start();
    await settled();

    expect(running.all.value.map(({ id }) => id)).toEqual(["new", "req_000002", "req_000001"]);
    expect(running.all.value[0]?.flow).toEqual([first, second]);
    expect(running.traces.value).toHaveLength(2);
    running.stop();

    const ended = storeOf(fakeClient(makeTraces(2), [...steps, { type: "trace", trace }]));
    void ended.start();
    await settled();

    expect(ended.running.value.size).toBe(0);
    expect(ended.all.value[0]).toEqual(trace);
    ended.stop();
  });

  it("asks for a key if one is required", async () => {
    const client = fakeClient([]);
    const store = storeOf({
      ...client,
      watchEvents: () => {
        throw new AdminError(401, "No key was sent.");
      },
    });
    await store.start();

    expect(store.connection.value).toEqual({ state: "key-needed", problem: "No key was sent." });
  });

  it("reports a lost connection", async () => {
    const store = storeOf({ ...fakeClient([]), watchEvents: async function* () {} });
    void store.start();
    await settled();

    expect(store.connection.value.state).toBe("lost");
    store.stop();
  });
});
