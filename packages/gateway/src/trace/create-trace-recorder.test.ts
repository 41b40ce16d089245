import { describe, expect, it } from "vitest";
import { testRecorder } from "../testing/trace-recorder.ts";

const recorder = (capturesContent = false) => testRecorder({ capturesContent });
const tools = { received: 9, eager: 1, deferred: 8, sent: 2 };
const search = { kind: "server", query: "sum", ranker: "bm25", searched: 8, milliseconds: 1 } as const;

describe("the record of a request", () => {
  it.each([
    [true, { query: "sum", miss: 'No tool found for "sum"; 8 searched.' }],
    [false, { miss: 'No tool found for "…"; 8 searched.' }],
  ])("contains the query of a search only while content is captured (%s)", (capturesContent, expected) => {
    const trace = recorder(capturesContent);
    trace.search({ ...search, hits: [], miss: 'No tool found for "sum"; 8 searched.' });

    const { query: _query, ...others } = search;
    expect(trace.finish().searches).toEqual([{ ...others, hits: [], ...expected }]);
  });

  it.each([true, false])("contains programs and their arguments only while content is captured (%s)", (captures) => {
    const trace = recorder(captures);
    const call = { number: 1, name: "a", by: "client", state: "waiting" } as const;
    const program = { id: "p", language: "python", isResumed: false, status: "waiting", milliseconds: 1 } as const;
    trace.program({ ...program, code: "await a()", calls: [{ ...call, arguments: { id: 1 } }] });

    const content = captures ? { code: "await a()", calls: [{ ...call, arguments: { id: 1 } }] } : { calls: [call] };
    expect(trace.finish().programs).toEqual([{ ...program, ...content }]);
  });

  it("counts tools found before and by its own searches, each once", () => {
    const trace = recorder();
    trace.note({ tools: { ...tools, found: ["a"] } });
    trace.search({ ...search, hits: ["b", "a"] });
    trace.search({ ...search, hits: ["b"] });

    expect(trace.finish().tools).toEqual({ ...tools, found: ["a", "b"] });
  });

  it("counts the prompts of all calls, also of those that the client does not know about", () => {
    const trace = recorder();
    const call = { upstream: "a", model: "m", status: 200, milliseconds: 1, retries: [] };
    trace.upstreamCall({ ...call, usage: { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 0 } });
    trace.upstreamCall({ ...call, status: 503 });
    trace.upstreamCall({ ...call, usage: { input_tokens: 20, output_tokens: 10, cache_read_input_tokens: 100 } });
    trace.note({ usage: { input_tokens: 20, output_tokens: 20, cache_read_input_tokens: 100 } });

    expect(trace.finish().usage).toEqual({ input_tokens: 120, output_tokens: 20, cache_read_input_tokens: 100 });
  });

  it("has no tools if nothing was noted", () => {
    expect(recorder().finish().tools).toMatchObject({ received: 0, found: [] });
  });

  it("applies notes in order, also those that are computed later", () => {
    const trace = recorder();
    trace.note(() => ({ model: "first", client: "agent/1" }));
    trace.note({ model: "last" });
    trace.flow({ from: "client", to: "gateway", title: () => "Request" });

    expect(trace.facts).toEqual({ model: "last", client: "agent/1" });
    expect(trace.steps).toEqual([{ at: 0, from: "client", to: "gateway", title: "Request" }]);
  });

  it("reports what cannot be recorded, without failing the request", async () => {
    const trace = recorder();
    trace.note(() => {
      throw new Error("unreadable");
    });
    trace.note({ model: "m" });
    await new Promise((resolve) => setImmediate(resolve));

    expect(trace.finish()).toMatchObject({
      model: "m",
      warnings: ["Something could not be recorded: unreadable"],
    });
  });
});
