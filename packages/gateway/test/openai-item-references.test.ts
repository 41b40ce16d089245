import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../src/identity/api-key.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

type Item = OpenAI.Responses.ResponseInputItem;

const start = useOpenAiGateway();
const closers = useClosers();
const model = (_body: unknown, number: number) => [{ type: "text", text: `Answer ${number}.` }];
const question: Item = { role: "user", content: "First." };
const next: Item = { role: "user", content: "Second." };
const referenceTo = (id: string): Item => ({ type: "item_reference", id });
const referencesTo = ({ output }: OpenAI.Responses.Response): Item[] =>
  (output as readonly { readonly id: string }[]).map(({ id }) => referenceTo(id));

// The AI SDK sends references instead of the model's items unless it is told not to store.
describe("a reference to an item", () => {
  it.each([false, true])(
    "W-R4: stands for the item of a response that is kept (streaming: %s)",
    async (isStreaming) => {
      const { client, bodies } = await start(model);
      const request = { model: "m", input: [question] };
      const first = isStreaming
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request);
      const second = await client.responses.create({ model: "m", input: [question, ...referencesTo(first), next] });
      await client.responses.create({ model: "m", input: "Third.", previous_response_id: second.id });

      const { messages } = bodies()[2] as { readonly messages: readonly { content: { text: string }[] }[] };
      const texts = messages.map(({ content }) => content[0]?.text);
      expect(texts).toEqual(["First.", "Answer 1.", "Second.", "Answer 2.", "Third."]);
    },
  );

  it("is not found for another key, for a response that is not kept or was deleted, and for any other id", async () => {
    const [mine, yours] = [createApiKey(), createApiKey()];
    const keys = [
      { name: "mine", sha256: mine.sha256 },
      { name: "yours", sha256: yours.sha256 },
    ];
    const { clientWith } = await start(model, { keys });
    const client = clientWith(mine.key);
    const kept = await client.responses.create({ model: "m", input: [question] });
    const passing = await client.responses.create({ model: "m", input: [question], store: false });
    const expectLost = async (asker: OpenAI, references: readonly Item[]) => {
      const asked = asker.responses.create({ model: "m", input: [question, ...references, next] });
      await expect(asked).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      await expect(asked).rejects.toMatchObject({
        type: "invalid_request_error",
        param: "input",
        message: expect.stringMatching(/Item with id '.*' not found/),
      });
    };

    await expectLost(clientWith(yours.key), referencesTo(kept));
    await expectLost(client, referencesTo(passing));
    await expectLost(client, [referenceTo(kept.id)]);
    // The id of an item is not the id of a response.
    const [{ id = "" } = {}] = kept.output as readonly { readonly id?: string }[];
    for (const path of [id, `item ${id}`]) {
      await expect(client.responses.retrieve(path)).rejects.toMatchObject({ status: 404 });
      await expect(client.responses.delete(path)).rejects.toMatchObject({ status: 404 });
    }
    await client.responses.create({ model: "m", input: [question, ...referencesTo(kept), next] });
    await client.responses.delete(kept.id);
    await expectLost(client, referencesTo(kept));
  });

  it("works with an upstream of the same API that the gateway searches for", async () => {
    const wanted = { name: "get_invoice", input: { id: "7" } };
    const script = searchThenCall({ search: { query: "invoice" }, wanted, result: "Paid.", lastWords: "It is paid." });
    const upstream = await startStrictUpstream("openai-responses", script);
    const gateway = await startGateway({
      upstreamUrl: upstream.url,
      dialect: "openai-responses",
      loader: "bridge",
      inject: "always",
    });
    closers.push(upstream.close, gateway.close);
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
    const parameters = { type: "object", properties: { id: { type: "string" } } };
    const tools: OpenAI.Responses.FunctionTool[] = ["get_invoice", "book_flight"].map((name) => ({
      type: "function",
      name,
      description: `Use it to ${name.replace("_", " ")}.`,
      parameters,
      strict: false,
    }));
    const first = await client.responses.create({ model: "m", input: [question], tools });
    const call = first.output.at(-1) as OpenAI.Responses.ResponseFunctionToolCall;
    const result: Item = { type: "function_call_output", call_id: call.call_id, output: "Paid." };
    const second = await client.responses.create({
      model: "m",
      input: [question, ...referencesTo(first), result],
      tools,
    });

    expect([call.name, second.output_text]).toEqual(["get_invoice", "It is paid."]);
    expect(upstream.rejected).toEqual([]);
    expect(upstream.readings.slice(1).filter(({ partsLost }) => partsLost > 0)).toEqual([]);
  });
});
