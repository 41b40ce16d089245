import { describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";
import { wires } from "./translations/combinations.ts";

const closers = useClosers();
type Api = "chat" | "responses";
const answer = { text: "Fine.", end: "stop", usage: { input: 30, cached: 0, output: 5 } } as const;
const dialects = { chat: "openai-chat", responses: "openai-responses" } as const;

/** Sends a request of one API through the gateway to an upstream of the other, and returns what the upstream gets. */
async function translate(client: Api, body: object, inject: "off" | "always") {
  const upstream = client === "chat" ? "responses" : "chat";
  const sent: Readonly<Record<string, unknown>>[] = [];
  const server = await serveFetch(async (request) => {
    const received = (await request.json()) as Readonly<Record<string, unknown>>;
    sent.push(received);
    return wires[upstream].writeAnswer(answer, received, 1);
  });
  const gateway = await createGateway({
    upstreams: {
      test: {
        dialect: dialects[upstream],
        url: `${server.url}/v1`,
        ...(upstream === "chat" && { settings: { traits: { takesCustomTools: true } } }),
      },
    },
    routes: [{ model: "*", inject, loader: "bridge" }],
    retries: { attempts: 0 },
  });
  closers.push(server.close, () => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const response = await fetch(`${url}${wires[client].path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: JSON.stringify({ model: "m", ...body }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Fine.")]);
  return sent[0] ?? {};
}

const schema = { type: "object", properties: {} };
const grammar = { syntax: "regex", definition: "[a-z]+" };
const chatTools = [
  { type: "function", function: { name: "look", parameters: schema } },
  { type: "custom", custom: { name: "patch", description: "Edits.", format: { type: "grammar", grammar } } },
];
const responsesTools = [
  { type: "function", name: "look", parameters: schema, strict: false },
  { type: "custom", name: "patch", description: "Edits.", format: { type: "grammar", ...grammar } },
];
const chat = { messages: [{ role: "user", content: "Hi" }], tools: chatTools };
const responses = { input: [{ role: "user", content: "Hi" }], tools: responsesTools, store: false };

describe.each(["off", "always"] as const)("between Chat Completions and Responses (injected search: %s)", (inject) => {
  it.each(["none", "minimal", "high"])("W-C1: the effort %s arrives", async (effort) => {
    const written = await translate("chat", { ...chat, reasoning_effort: effort }, inject);
    const read = await translate("responses", { ...responses, reasoning: { effort } }, inject);

    expect(written["reasoning"]).toMatchObject({ effort });
    expect(read["reasoning_effort"]).toBe(effort);
  });

  it("W-C1: json_object and verbosity arrive", async () => {
    const format = { type: "json_object" };
    const written = await translate("chat", { ...chat, response_format: format, verbosity: "low" }, inject);
    const read = await translate("responses", { ...responses, text: { format, verbosity: "low" } }, inject);

    expect(written["text"]).toEqual({ format, verbosity: "low" });
    expect(read).toMatchObject({ response_format: format, verbosity: "low" });
  });

  it("W-R22: a custom tool stays one, with its grammar, wherever the model can see it", async () => {
    const isCustom = ({ type }: { readonly type: string }) => type === "custom";
    const written = await translate("chat", chat, inject);
    const read = await translate("responses", responses, inject);
    // With an injected search it is deferred, and its definition is not in the request.
    const customs = [written, read].map(({ tools }) => (tools as { type: string }[]).filter(isCustom));

    expect(customs).toEqual(inject === "off" ? [[responsesTools[1]], [chatTools[1]]] : [[], []]);
  });
});
