import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { serveFetch } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";
import type { AdminApiTraces } from "./admin/admin-api.ts";

const closers = useClosers();

const question = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
const tool = { name: "a", description: "A tool.", input_schema: { type: "object", properties: {} } };
const deferring = {
  ...question,
  tools: [
    { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
    { ...tool, defer_loading: true },
    { ...tool, name: "b" },
  ],
};

/** Sends a body through a gateway to an upstream, and gives the record of it. */
async function recordOf(body: unknown, answer: (request: Request) => Promise<Response>, captureContent = false) {
  const upstream = await serveFetch(answer);
  const gateway = await createGateway({
    upstreams: { test: { dialect: "anthropic", url: upstream.url } },
    routes: [{ model: "*", loader: "bridge" }],
    retries: { attempts: 0 },
    trace: { captureContent },
  });
  closers.push(gateway, upstream);
  const { url } = await gateway.listen({ port: 0 });
  const asked = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "key", "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  await asked.text();
  const read = async () =>
    ((await (await fetch(`${url}/admin/traces`)).json()) as AdminApiTraces).traces.find(({ flow }) => flow.length > 0);
  await expect.poll(read).toBeDefined();
  const record = await read();
  if (record === undefined) throw new Error("There is no record.");
  return { ...record, story: record.flow.map(({ from, to, title }) => `${from} → ${to}: ${title}`) };
}

const api = createStrictMessagesApi(() => [{ type: "text", text: "Hello." }]);
const overloaded = async () =>
  Response.json({ type: "error", error: { type: "overloaded_error", message: "Busy." } }, { status: 529 });

describe("the trace of a request that fails", () => {
  it("ends with the error if the gateway refuses it", async () => {
    const { story } = await recordOf("{", () => api.fetch("never asked"));

    expect(story).toEqual(["client → gateway: Request", "gateway → client: Error 400: invalid_request_error"]);
  });

  it("shows the upstream's error on its way to the client", async () => {
    const { story } = await recordOf(deferring, overloaded);

    expect(story).toEqual([
      "client → gateway: Request with 3 tools",
      "gateway → model: Forward with 3 tools",
      "model → gateway: Error 529",
      "gateway → client: Error 529: overloaded_error",
    ]);
  });

  it("shows it also if bytes are forwarded", async () => {
    const { story, upstreamCalls, error } = await recordOf(question, overloaded);

    expect(story.slice(2)).toEqual(["model → gateway: Error 529", "gateway → client: Error 529, byte for byte"]);
    expect(upstreamCalls).toMatchObject([{ upstream: "test", model: "m", status: 529 }]);
    expect(error).toEqual({ type: "overloaded_error", message: "Busy." });
  });
});

describe("a request that is forwarded byte for byte", () => {
  it.each([false, true])(
    "counts as a call of its upstream, whose time is not the gateway's (streaming %s)",
    async (stream) => {
      const slow = async (request: Request) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return api.fetch(request);
      };
      const { upstreamCalls, milliseconds } = await recordOf({ ...question, stream }, slow);

      expect(upstreamCalls).toMatchObject([{ upstream: "test", model: "m", status: 200, retries: [] }]);
      expect(milliseconds.upstream).toBeGreaterThan(20);
    },
  );

  it.each([false, true])("shows what was answered while content is captured (streaming %s)", async (stream) => {
    const { flow } = await recordOf({ ...question, stream }, (request) => api.fetch(request), true);
    const answer = flow.find(({ from }) => from === "model");

    expect(answer?.title).toBe("Answer");
    expect(JSON.stringify(answer?.payload)).toContain("Hello.");
    expect(Array.isArray(answer?.payload)).toBe(stream);
  });

  it("shows no content otherwise", async () => {
    const { flow } = await recordOf(question, (request) => api.fetch(request));

    expect(flow.map(({ payload }) => payload)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
