import { checkFields } from "../../../packages/gateway/src/testing/responses-api/check-fields.ts";
import { checkItems } from "../../../packages/gateway/src/testing/responses-api/check-items.ts";
import {
  encodeEvents,
  eventsOf,
  isOwnThought,
  responseOf,
} from "../../../packages/gateway/src/testing/responses-api/responses-answer.ts";
import type {
  InputItem,
  ResponsesRequest,
  WireTool,
} from "../../../packages/gateway/src/testing/responses-api/responses-request.ts";
import { inputOfUse } from "../cost/prices.ts";
import { textOf as textIn, type VisibleTool } from "../prompt/prompt.ts";
import type { ReadRequest, RequestBlock, RequestMessage } from "../prompt/write-prompt.ts";
import { bearerOf, type RelayDialect } from "./dialect.ts";
import { stepOf } from "./messages.ts";
import { checkOpenAiKey, parseArguments, refuseAsOpenAi } from "./openai.ts";

/** OpenAI's Responses API. */
export const responsesDialect: RelayDialect = {
  name: "responses",
  provider: "openai",
  path: "/v1/responses",
  count: { path: "/v1/responses/input_tokens", field: "input_tokens" },
  key: bearerOf,
  check(fields, headers) {
    checkOpenAiKey(headers);
    const body = fields as unknown as ResponsesRequest;
    checkFields(body, { reasons: true });
    checkItems(body, isOwnThought);
  },
  read(fields): ReadRequest {
    const { tools = [], instructions, input } = fields as unknown as ResponsesRequest;
    const items: readonly InputItem[] =
      typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
    return {
      tools: tools.flatMap(definitionsOf).map((tool) => ({ tool })),
      system: typeof instructions === "string" && instructions !== "" ? [{ text: instructions }] : [],
      messages: items.flatMap(readItem),
    };
  },
  write(fields, { step: { text, calls = [] }, id, use }) {
    const body = fields as unknown as ResponsesRequest;
    const answer = {
      ...(text === undefined ? {} : { text }),
      calls: calls.map(({ name, input }, index) => ({
        id: `call_${id}_${index}`,
        ...placeOf(name, body),
        arguments: input,
      })),
    };
    const usage = {
      input_tokens: inputOfUse(use),
      input_tokens_details: { cached_tokens: use.read },
      output_tokens: use.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputOfUse(use) + use.output,
    };
    const response = responseOf(body, answer, 1, usage);
    if (body.stream !== true) return Response.json(response);
    return new Response(encodeEvents(eventsOf(response)), { headers: { "content-type": "text/event-stream" } });
  },
  refuse: refuseAsOpenAi,
  step(answer) {
    const output = (answer["output"] ?? []) as readonly InputItem[];
    return stepOf(
      output.flatMap((item) => (item.type === "message" ? [textOf(item["content"])] : [])),
      output.flatMap((item) =>
        item.type === "function_call"
          ? [{ name: flatName(item["name"], item["namespace"]), input: parseArguments(String(item["arguments"])) }]
          : [],
      ),
    );
  },
  stream: (answer) =>
    new Response(encodeEvents(eventsOf(answer)), { headers: { "content-type": "text/event-stream" } }),
};

const separator = "__";

function flatName(name: unknown, namespace: unknown): string {
  return namespace === undefined ? textIn(name) : `${textIn(namespace)}${separator}${textIn(name)}`;
}

function definitionsOf(tool: WireTool): readonly VisibleTool[] {
  if (tool.type === "namespace") {
    return (tool.tools ?? []).map((member) => ({ ...definitionOf(member), name: flatName(member.name, tool.name) }));
  }
  return [definitionOf(tool)];
}

function definitionOf(tool: WireTool): VisibleTool {
  const { name = tool.type, description, parameters } = tool;
  return { name, description: typeof description === "string" ? description : "", schema: parameters ?? {} };
}

/** A tool of a namespace is called by both names. */
function placeOf(called: string, { tools = [], input }: ResponsesRequest): { name: string; namespace?: string } {
  const loaded = typeof input === "string" ? [] : input.flatMap((item) => (item["tools"] ?? []) as readonly WireTool[]);
  for (const space of [...tools, ...loaded]) {
    const member = space.type === "namespace" ? space.tools : undefined;
    const found = member?.find(({ name }) => flatName(name, space.name) === called);
    if (found?.name !== undefined && space.name !== undefined) return { name: found.name, namespace: space.name };
  }
  return { name: called };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as readonly { readonly text?: unknown }[]).map(({ text }) => textIn(text)).join("\n");
}

function readItem(item: InputItem): readonly RequestMessage[] {
  const id = item.call_id ?? "";
  switch (item.type ?? "message") {
    case "message": {
      const role = item.role === "assistant" ? "assistant" : item.role === "user" ? "user" : "system";
      const content = item["content"];
      const texts = Array.isArray(content) ? content.map((part) => textOf([part])) : [textOf(content)];
      return [{ role, blocks: texts.map((text): RequestBlock => ({ seen: { kind: "text", text } })) }];
    }
    case "function_call": {
      const name = flatName(item["name"], item["namespace"]);
      const input = parseArguments(String(item["arguments"]));
      return [{ role: "assistant", blocks: [{ seen: { kind: "call", id, name, input } }] }];
    }
    case "function_call_output": {
      const text = textOf(item["output"]);
      return [{ role: "user", blocks: [{ seen: { kind: "result", id, text, isError: false } }] }];
    }
    case "additional_tools":
    case "tool_search_output": {
      const loads = ((item["tools"] ?? []) as readonly WireTool[]).flatMap(definitionsOf);
      return [{ role: "user", blocks: [{ seen: { kind: "result", id, text: "", isError: false }, loads }] }];
    }
    case "tool_search_call":
      return [
        {
          role: "assistant",
          blocks: [{ seen: { kind: "call", id, name: "tool_search", input: item["arguments"] } }],
        },
      ];
    default:
      return [];
  }
}
