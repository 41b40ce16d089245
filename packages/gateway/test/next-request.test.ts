import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayConfig } from "../src/index.ts";
import { Gate } from "../src/testing/gate.ts";
import { createJsonStore } from "../src/testing/json-store.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { createManualTimers } from "../src/testing/settings/manual-timers.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
/** The longest time that an answer waits for the store. */
const waitMilliseconds = 250;
const names = Array.from({ length: 30 }, (_, number) => `mcp__office__task_${number}`);
const description = "Does the work of a department.";
const parameters = { type: "object", properties: { text: { type: "string" } } };

/** Requests of each API, and how their last event begins. */
const doors = [
  {
    path: "/v1/messages",
    body: (text: string) => ({
      max_tokens: 1_000,
      messages: [{ role: "user", content: text }],
      tools: names.map((name) => ({ name, description, input_schema: parameters })),
    }),
    ends: ["event: message_delta", "event: message_stop"],
  },
  {
    path: "/v1/chat/completions",
    body: (text: string) => ({
      messages: [{ role: "user", content: text }],
      tools: names.map((name) => ({ type: "function", function: { name, description, parameters } })),
    }),
    ends: ['"finish_reason":"', "[DONE]"],
  },
  {
    path: "/v1/responses",
    body: (text: string) => ({
      input: text,
      store: false,
      tools: names.map((name) => ({ type: "function", name, description, parameters, strict: false })),
    }),
    ends: ["event: response.completed"],
  },
];

/** An upstream of the Responses API that keeps its answers. */
async function startKeeper() {
  const response = { id: "resp_up", object: "response", model: "m", status: "completed", output: [] };
  const created = { type: "response.created", response: { ...response, id: "resp_up", status: "in_progress" } };
  const events = [created, { type: "response.completed", response }];
  return serveFetch(async (request) => {
    const { stream } = (await request.json()) as { stream?: boolean };
    if (stream !== true) return Response.json(response);
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  });
}

/** A gateway whose store writes when the gate is open. */
async function start(config: GatewayConfig = {}) {
  const api = createStrictMessagesApi(({ messages, tools = [] }, number) => {
    const id = `toolu_${number}`;
    const search = tools.find(({ name = "" }) => /search/i.test(name))?.name ?? "none";
    const wantsSearch = /find/.test(JSON.stringify(messages.at(-1)));
    if (wantsSearch) return [{ type: "tool_use", id, name: search, input: { query: "select:mcp__office__task_3" } }];
    return [{ type: "text", text: "Here you are." }];
  });
  const upstream = await serveFetch(api.fetch);
  const keeper = await startKeeper();
  const gate = new Gate();
  const memory = createJsonStore();
  const begun: string[] = [];
  const written: string[] = [];
  const write = async (namespace: string): Promise<void> => {
    begun.push(namespace);
    await gate.opened;
    written.push(namespace);
  };
  const problems: string[] = [];
  const timers = createManualTimers();
  const gateway = await createGateway(
    {
      upstreams: {
        model: { dialect: "anthropic", url: upstream.url },
        keeper: { dialect: "openai-responses", url: `${keeper.url}/v1` },
      },
      routes: [
        { model: "kept", upstream: "keeper" },
        { model: "*", upstream: "model" },
      ],
      inject: "always",
      loader: "bridge",
      ...config,
    },
    {
      store: {
        ...memory,
        set: async (key, ...rest) => {
          await write(key.namespace);
          await memory.set(key, ...rest);
        },
        create: async (key, ...rest) => {
          await write(key.namespace);
          return memory.create?.(key, ...rest) ?? false;
        },
        update: async (key, ...rest) => {
          await write(key.namespace);
          return memory.update(key, ...rest);
        },
      },
      reportProblem: (problem) => void problems.push(problem),
      startTimer: timers.start,
    },
  );
  const { url } = await gateway.listen({ port: 0 });
  closers.push(upstream.close, keeper.close, () => gateway.close());
  gate.close();
  closers.push(() => gate.open());
  /** Posts a request; what has come of its answer is in `text`. */
  const post = (path: string, body: object) => {
    const answer = { text: "", isComplete: false, ended: Promise.resolve() };
    answer.ended = (async () => {
      const headers = { "x-api-key": "k", authorization: "Bearer k" };
      const response = await fetch(url + path, {
        method: "POST",
        headers,
        body: JSON.stringify({ model: "m", ...body }),
      });
      for await (const chunk of response.body ?? []) answer.text += Buffer.from(chunk).toString();
      answer.isComplete = true;
    })();
    return answer;
  };
  const late = async () => /^toolcrib_store_late_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  /** Resolves when something is being written. An answer that did not wait for that would be complete. */
  const writes = async () => {
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    await late();
  };
  return { post, gate, written, timers, problems, late, writes };
}

describe.each(doors)("an answer of $path with a hidden search", ({ path, body, ends }) => {
  it("streams its text, and ends when the store has the search", async () => {
    const { post, gate, written, writes } = await start();
    const answer = post(path, { ...body("find a tool"), stream: true });
    await expect.poll(() => answer.text).toContain("Here you are.");
    await writes();

    for (const end of ends) expect(answer.text).not.toContain(end);
    expect(written).toEqual([]);
    gate.open();
    await answer.ended;
    for (const end of ends) expect(answer.text).toContain(end);
    expect(written).toEqual(["hidden-turns"]);
  });

  it("comes whole when the store has the search", async () => {
    const { post, gate, writes } = await start();
    const answer = post(path, body("find a tool"));
    await writes();

    expect(answer.text).toBe("");
    gate.open();
    await answer.ended;
    expect(answer.text).toContain("Here you are.");
  });

  it.each([true, false])("waits for nothing if nothing is hidden (streaming: %s)", async (stream) => {
    const { post } = await start();
    const answer = post(path, { ...body("Hello"), stream });
    await answer.ended;

    expect(answer.text).toContain("Here you are.");
  });
});

describe("a store that does not write", () => {
  it("delays each answer once, which is counted, and logged once", async () => {
    const { post, timers, problems, late } = await start();
    const { path, body } = doors[2] as (typeof doors)[number];
    const ask = async () => {
      // It keeps a hidden search, and then a response.
      const answer = post(path, { ...body("find a tool"), store: true, stream: true });
      while (!answer.isComplete) {
        timers.run(waitMilliseconds);
        await new Promise(setImmediate);
      }
      return answer.text;
    };

    expect(await late()).toBe("0");
    expect(await ask()).toContain("response.completed");
    expect(await ask()).toContain("response.completed");
    expect(await late()).toBe("2");
    expect(problems.filter((problem) => problem.startsWith("The store is slow: 1 answer went out"))).toHaveLength(1);
  });
});

describe.each([true, false])("a response that later requests name (streaming: %s)", (stream) => {
  it.each([
    ["the gateway", "m"],
    ["the upstream", "kept"],
  ])("ends when any replica can continue it, if %s keeps it", async (_who, model) => {
    const { post, gate, written, writes } = await start({ inject: "off" });
    const answer = post("/v1/responses", { model, input: "Hello", stream });
    await writes();

    expect(answer.text).not.toMatch(/response\.completed|"status":"completed"[^}]*$/);
    expect(answer.isComplete).toBe(false);
    gate.open();
    await answer.ended;
    expect(answer.text).toContain("completed");
    expect(new Set(written)).toEqual(new Set(["kept-objects"]));
  });
});
