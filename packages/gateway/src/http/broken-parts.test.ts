import { describe, expect, it, vi } from "vitest";
import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { TraceSink } from "../contracts/trace.ts";
import { messagesDialect } from "../dialects/messages/client/messages-dialect.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { GatewayOptions } from "../server/gateway.ts";
import { answerOf } from "../testing/gateways/lenient-upstream.ts";
import { serve } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();
const fail = (): never => {
  throw new Error("a broken part");
};

/** Posts to a gateway with broken parts, as an added dialect's client and then as one of the Messages API. */
async function post(options: GatewayOptions, body: object = {}) {
  const upstream = await serve((_request, _body, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answerOf("m", [])));
  });
  const reportProblem = vi.fn<(problem: string, error?: unknown) => void>();
  const gateway = await createGateway(
    { upstreams: { test: { dialect: "anthropic", url: upstream.url } } },
    { reportProblem, ...options },
  );
  closers.push(gateway, upstream);
  const { url } = await gateway.listen({ port: 0 });
  const ask = async (path: string, asked: object) => {
    const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(asked) });
    return { status: response.status, text: await response.text() };
  };
  const broken = await ask("/broken", body);
  const sound = await ask("/v1/messages", { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi." }] });
  return { broken, sound, problems: () => reportProblem.mock.calls.map(([problem]) => problem) };
}

function brokenDialect(parts: Partial<ClientDialect>): GatewayOptions {
  const endpoints = [{ path: "/broken", kind: "messages" }] as const;
  return { dialects: [{ ...messagesDialect, name: "broken", endpoints, recognises: () => false, ...parts }] };
}

describe("a part that a program adds and that is broken costs its own requests an error, and nobody else anything", () => {
  it.each([
    ["a parser", { createParser: () => fail }, 500],
    ["an encoder of errors", { encodeError: fail }, 400],
    ["a way to recognise clients", { recognises: fail }, 400],
  ] satisfies [string, Partial<ClientDialect>, number][])("as %s of a dialect", async (_part, parts, status) => {
    const { broken, sound } = await post(brokenDialect(parts));

    expect(broken).toMatchObject({ status, text: expect.stringMatching(/^\{"type":"error"/) as string });
    expect(broken.text).not.toContain("a broken part");
    expect(sound.status).toBe(200);
  });

  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("a broken part"))],
  ])("as a sink that %s", async (_how, record: () => unknown) => {
    const sink = { specificationVersion: "v1", record, step: record } as TraceSink;
    const { sound, problems } = await post({ sinks: [sink] });

    expect(sound.status).toBe(200);
    await expect.poll(problems).toContainEqual(expect.stringMatching(/could not be recorded$/));
  });

  it("as a reporter of problems", async () => {
    const { sound } = await post({ sinks: [{ specificationVersion: "v1", record: fail }], reportProblem: fail });

    expect(sound.status).toBe(200);
  });
});

it.each([
  ["dialects", "a dialect"],
  ["loaders", "a loader"],
  ["upstreams", "an upstream"],
  ["rankers", "a ranker"],
  ["sinks", "a sink"],
] as const)("rejects a part of another version when the gateway is created: %s", async (option, part) => {
  for (const [given, received] of [
    [{ name: "mine" }, "an object"],
    [{ name: "mine", specificationVersion: "v2" }, '"v2"'],
    [undefined, "undefined"],
  ]) {
    await expect(createGateway({}, { [option]: [given] })).rejects.toThrow(
      `An option of createGateway is not usable: expected ${part} of specification v1, got ${received as string}.`,
    );
  }
});
