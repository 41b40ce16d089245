import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { RawRequest, Upstream } from "../contracts/upstream.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, deferred, text, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createPrefixMeter } from "../testing/prefix-meter.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const body: MessagesBody = {
  model: "some-model",
  max_tokens: 1000,
  messages: [user("Hello.")],
  tools: [tool("Bash", { eager_input_streaming: true } as never)],
  output_config: { effort: "low" },
};
const bytes = Buffer.from(` ${JSON.stringify(body)} `);

/** An upstream that passes bytes through and refuses one field, or nothing. */
function forwarding(traits: Partial<Upstream> = {}, refuse?: (sent: MessagesBody) => string | undefined) {
  const seen: RawRequest[] = [];
  const upstream = scriptedModel(() => ({ text: "ok" }), {
    async doForward(raw) {
      seen.push(raw);
      const words = refuse?.(JSON.parse(Buffer.concat(raw.body).toString("utf8")) as MessagesBody);
      const answer = words === undefined ? "{}" : JSON.stringify({ error: { message: words } });
      const isPacked = raw.headers["accept-encoding"] === "gzip";
      return {
        status: words === undefined ? 200 : 400,
        headers: isPacked && words !== undefined ? { "content-encoding": "gzip" } : {},
        body: (async function* () {
          yield isPacked && words !== undefined ? gzipSync(answer) : Buffer.from(answer);
        })(),
      };
    },
    ...traits,
  });
  return {
    upstream,
    seen,
    sent: () => seen.map(({ body: pieces }) => JSON.parse(Buffer.concat(pieces).toString("utf8"))),
  };
}

const refuseEffort = (sent: MessagesBody) =>
  sent["output_config"] === undefined ? undefined : "output_config: Extra inputs are not permitted";

describe("a request that passes through", () => {
  it("L8: keeps its bytes if nothing was refused and nothing is dropped", async () => {
    const { upstream, seen } = forwarding({ dropFields: ["context_management"] });
    const { trace } = await ask(createAnswerRequest(), { body, upstream }, bytes);

    expect(seen[0]?.body).toEqual([bytes]);
    expect(trace.withheld).toBeUndefined();
  });

  it.each(["identity", "gzip"])(
    "E2.5: is repeated without what the upstream refused, and later requests start that way (%s)",
    async (encoding) => {
      const { upstream, sent } = forwarding({}, refuseEffort);
      const forward = upstream.doForward?.bind(upstream) as NonNullable<Upstream["doForward"]>;
      const packed = {
        ...upstream,
        doForward: (raw: RawRequest) => forward({ ...raw, headers: { ...raw.headers, "accept-encoding": encoding } }),
      };
      const answerRequest = createAnswerRequest();
      const first = await ask(answerRequest, { body, upstream: packed }, bytes);
      const second = await ask(answerRequest, { body, upstream: packed }, bytes);
      const { output_config: _refused, ...rest } = body;

      expect(sent()).toEqual([body, rest, rest]);
      expect(first).toMatchObject({ forwarded: true, message: {}, trace: { withheld: ["output_config"] } });
      expect(first.trace.warnings).toEqual([expect.stringContaining("refused the field output_config")]);
      expect(first.trace.upstreamCalls.map(({ status }) => status)).toEqual([400, 200]);
      expect(second.trace.warnings).toEqual([]);
    },
  );

  it("loses the fields that the operator drops for its upstream, also if the route renames its model", async () => {
    const { upstream, sent } = forwarding({ dropFields: ["output_config", "tools.*.eager_input_streaming"] });
    await ask(createAnswerRequest(), { body, upstream, route: { model: "real" } }, bytes);
    const { output_config: _dropped, ...rest } = body;

    expect(sent()).toEqual([{ ...rest, model: "real", tools: [tool("Bash")] }]);
  });

  it("returns a refusal unchanged if the field cannot be dropped", async () => {
    const words = "max_tokens: Extra inputs are not permitted";
    const { upstream, seen } = forwarding({}, () => words);
    const { message } = await ask(createAnswerRequest(), { body, upstream }, bytes);

    expect(message).toEqual({ error: { message: words } });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["set", "1", ["claude-code-20250219"]],
    ["not set", "0", ["claude-code-20250219", "advanced-tool-use-2025-11-20"]],
  ])("E2.2: with the kill switch %s carries the betas %s", async (_state, value, expected) => {
    const { upstream, seen } = forwarding();
    const betas = ["claude-code-20250219", "advanced-tool-use-2025-11-20"];
    const settings = { environment: { DISABLE_EXPERIMENTAL_BETAS: value } };
    await ask(createAnswerRequest(), { body, upstream, betas, route: { settings } }, bytes);

    expect(seen[0]?.headers["anthropic-beta"]?.split(",")).toEqual(expected);
    expect(seen[0]?.body).toEqual([bytes]);
  });
});

describe("the billing line in Claude Code's system prompt", () => {
  const system = (number: number) => [
    text(`x-anthropic-billing-header: cc_version=2.1; cch=${number};`),
    block({ ...text("You are Claude Code."), cache_control: { type: "ephemeral" } }),
  ];
  const kept = system(1).slice(1);

  it.each([
    ["passes through", body.tools],
    ["is written for the bridge", [tool("Bash"), deferred("x")]],
  ])(
    "W-CC12, F66, L3: does not reach other providers' upstreams in a request that %s, so that the prefix is stable",
    async (_variant, tools) => {
      const meter = createPrefixMeter();
      const answerRequest = createAnswerRequest();
      for (const number of [1, 2]) {
        const { upstream, sent } = forwarding();
        await ask(answerRequest, { body: { ...body, tools, system: system(number) }, upstream });
        const [up] = [...sent(), ...upstream.bodies];
        expect(up.system).toEqual(kept);
        meter.read([
          JSON.stringify(up.tools),
          JSON.stringify(up.system),
          ...up.messages.map((each: object) => JSON.stringify(each)),
        ]);
      }

      expect(meter.readings[1]?.partsLost).toBe(0);
    },
  );

  it("does not reach chat models either", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { dialect: "openai-chat" });
    await ask(createAnswerRequest(), { body: { ...body, system: system(1) }, upstream });

    expect(upstream.calls[0]?.body.system).toEqual(kept);
  });

  it("is removed as a line: text after it stays, and an empty block is dropped", async () => {
    const line = "x-anthropic-billing-header: cch=1";
    const systems = [`${line}\nBe kind.`, line, [text(`${line}\n\nBe kind.`)], [text(line)]];
    const sent: unknown[] = [];
    for (const given of systems) {
      const { upstream, sent: bodies } = forwarding();
      await ask(createAnswerRequest(), { body: { ...body, system: given }, upstream });
      sent.push(bodies()[0].system);
    }

    expect(sent).toEqual(["Be kind.", undefined, [text("Be kind.")], undefined]);
  });

  it("W-CC12: reaches Anthropic's own API, byte for byte", async () => {
    const { upstream, seen } = forwarding({ baseUrl: "https://api.anthropic.com" });
    const given = Buffer.from(JSON.stringify({ ...body, system: system(1) }));
    await ask(createAnswerRequest(), { body: { ...body, system: system(1) }, upstream }, given);

    expect(seen[0]?.body).toEqual([given]);
  });
});
