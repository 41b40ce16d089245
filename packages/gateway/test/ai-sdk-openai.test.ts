import { createOpenAI } from "@ai-sdk/openai";
import { generateObject, generateText, isStepCount, jsonSchema, streamObject, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { inBothDialects, type ScriptedModels, searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const upstreams: readonly StrictDialect[] = ["openai-chat", "anthropic", "openai-responses"];
const combinations = upstreams.flatMap((dialect) =>
  (["chat", "responses"] as const).flatMap((api) =>
    [false, true].map((isStreaming) => ({ dialect, api, isStreaming })),
  ),
);

async function start(dialect: StrictDialect, models: ScriptedModels, api: "chat" | "responses") {
  const upstream = await startStrictUpstream(dialect, models);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "bridge", inject: "always" });
  closers.push(upstream.close, gateway.close);
  const provider = createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key" });
  return { upstream, gateway, model: provider[api]("any-model") };
}

describe.each(combinations)(
  "the AI SDK's OpenAI provider with $api on $dialect, streaming $isStreaming",
  ({ dialect, api, isStreaming }) => {
    it("finds a tool, calls it and goes on from there in the next turn", async () => {
      const script = searchThenCall({
        search: { query: "invoice" },
        wanted: { name: "get_invoice", input: { id: "7" } },
        result: "Invoice 7 is paid.",
        lastWords: "It is paid.",
      });
      const { upstream, model } = await start(dialect, script, api);
      const ran: unknown[] = [];
      const define = (description: string) =>
        tool({
          description,
          inputSchema: jsonSchema<object>({ type: "object", properties: { id: { type: "string" } } }),
          execute: (input) => {
            ran.push(input);
            return "Invoice 7 is paid.";
          },
        });
      const tools = { get_invoice: define("Gets an invoice."), book_flight: define("Books a flight.") };
      const messages: Parameters<typeof generateText>[0]["messages"] & object = [];
      for (const content of ["Is invoice 7 paid?", "Are you sure?"]) {
        messages.push({ role: "user", content });
        const request = { model, tools, messages, stopWhen: isStepCount(4), maxRetries: 0 };
        const result = isStreaming ? streamText(request) : await generateText(request);
        expect(await result.text).toBe("It is paid.");
        messages.push(...(await result.responseMessages));
      }

      expect(ran).toEqual([{ id: "7" }]);
      expect(upstream.rejected).toEqual([]);
      expect(upstream.bodies).toHaveLength(4);
      expect(upstream.readings.slice(1).filter(({ partsLost }) => partsLost > 0)).toEqual([]);
    });

    it("gets an object of its schema", async () => {
      const { upstream, model } = await start(
        dialect,
        inBothDialects(() => ({ text: '{"city":"Bern","people":140000}' })),
        api,
      );
      const schema = z.object({ city: z.string(), people: z.number() });
      const request = { model, schema, prompt: "Which city?", maxRetries: 0 };
      const object = isStreaming ? await lastOf(streamObject(request)) : (await generateObject(request)).object;

      expect(object).toEqual({ city: "Bern", people: 140_000 });
      expect(upstream.rejected).toEqual([]);
      const [sent] = upstream.bodies;
      expect(JSON.stringify(sent)).toContain('"people":{"type":"number"}');
    });
  },
);

/** A streamed object is read to its end, or it never comes. */
async function lastOf({ partialObjectStream }: { readonly partialObjectStream: AsyncIterable<unknown> }) {
  let last: unknown;
  for await (const object of partialObjectStream) last = object;
  return last;
}
