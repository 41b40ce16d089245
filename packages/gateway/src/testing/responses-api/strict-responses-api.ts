import { checkKey, createStrictApi, OpenAiRejection, type StrictApi } from "../openai/strict-api.ts";
import { createPrefixMeter, type PrefixReading } from "../prefix-meter.ts";
import { checkFields } from "./check-fields.ts";
import { checkItems } from "./check-items.ts";
import { encodeEvents, eventsOf, isOwnThought, responseOf } from "./responses-answer.ts";
import type { ResponsesAnswer, ResponsesModel, ResponsesRequest, WireTool } from "./responses-request.ts";

export type StrictResponsesApi = StrictApi<ResponsesRequest>;

export interface StrictResponsesOptions {
  /** Whether the model reasons. Default: yes. */
  readonly reasons?: boolean;
}

const charactersPerToken = 4;

/** OpenAI's Responses API. */
export function createStrictResponsesApi(
  model: ResponsesModel,
  { reasons = true }: StrictResponsesOptions = {},
): StrictResponsesApi {
  const meter = createPrefixMeter();
  return createStrictApi(async (request, accepted) => {
    const { pathname } = new URL(request.url);
    checkKey(request);
    if (request.method === "GET" && pathname === "/v1/models") {
      return Response.json({ object: "list", data: [{ id: "strict-responses", object: "model" }] });
    }
    if (request.method !== "POST" || !/^\/v1\/responses(?:\/input_tokens)?$/.test(pathname)) {
      throw new OpenAiRejection(`Invalid URL (${request.method} ${pathname})`, { status: 404 });
    }
    const text = await request.text();
    const body = JSON.parse(text) as ResponsesRequest;
    checkFields(body, { reasons });
    checkItems(body, isOwnThought);
    if (pathname.endsWith("/input_tokens")) {
      const input_tokens = Math.ceil(text.length / charactersPerToken);
      return Response.json({ object: "response.input_tokens", input_tokens });
    }
    const prefix = meter.read(renderPrompt(body));
    accepted.push({ body, text, headers: request.headers, prefix });
    const reply = model(body, accepted.length);
    checkCalls(reply, body);
    const response = responseOf(body, reply, accepted.length, usageOf(prefix, reply));
    if (body.stream !== true) return Response.json(response);
    return new Response(encodeEvents(eventsOf(response)), { headers: { "content-type": "text/event-stream" } });
  });
}

/** What the model would be shown: tools, instructions, items. */
function renderPrompt({ tools = [], instructions = "", input }: ResponsesRequest): readonly string[] {
  const items = typeof input === "string" ? [input] : input;
  return [JSON.stringify(tools), instructions, ...items.map((item) => JSON.stringify(item))];
}

function usageOf({ characters, charactersReused }: PrefixReading, { reasoning }: ResponsesAnswer): object {
  const input = Math.ceil(characters / charactersPerToken);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: Math.floor(charactersReused / charactersPerToken) },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: reasoning === undefined ? 0 : 3 },
    total_tokens: input + 7,
  };
}

/** Tools that the model may call: of `tools`, and of what was loaded in the conversation. */
function callable({
  tools = [],
  input,
}: ResponsesRequest): readonly { name: string; namespace?: string | undefined }[] {
  const loaded = typeof input === "string" ? [] : input.flatMap((item) => (item["tools"] ?? []) as readonly WireTool[]);
  return [...tools, ...loaded].flatMap((tool) =>
    tool.type === "namespace"
      ? (tool.tools ?? []).map(({ name = "" }) => ({ name, namespace: tool.name }))
      : [{ name: tool.name ?? "" }],
  );
}

function checkCalls({ calls = [] }: ResponsesAnswer, body: ResponsesRequest): void {
  for (const { name, namespace } of calls) {
    const isGiven = callable(body).some((tool) => tool.name === name && tool.namespace === namespace);
    if (body.tool_choice === "none" || !isGiven) {
      throw new Error(`The scripted model calls ${name}, which it was not given.`);
    }
  }
}
