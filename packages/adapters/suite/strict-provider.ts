import { createStrictChatApi } from "../../gateway/src/testing/chat/strict-chat-api.ts";
import { createPrefixMeter } from "../../gateway/src/testing/prefix-meter.ts";
import type { ResponsesAnswer, ResponsesRequest } from "../../gateway/src/testing/responses-api/responses-request.ts";
import { createStrictResponsesApi } from "../../gateway/src/testing/responses-api/strict-responses-api.ts";
import {
  createStrictMessagesApi,
  type RequestBody,
  renderPrompt,
  type WireBlock,
} from "../anthropic/src/testing/index.ts";
import { createStrictGeminiApi } from "./gemini/strict-gemini-api.ts";

/** The API behind a framework's model. */
export type Wire = "messages" | "responses" | "chat" | "kimi" | "gemini";

/** What the scripted model does in a turn: it says something, or calls tools. */
export interface Move {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
}

/** An accepted request. */
export interface SentRequest {
  /** The whole body. */
  readonly text: string;
  /** The definitions that stand in the list of tools, without deferred ones. */
  readonly tools: readonly { readonly name: string }[];
  /** How many parts of the previous prompt a prompt cache could not use again. */
  readonly partsLost: number;
  /** The length of the prompt, and how much of it a prompt cache could use again. */
  readonly characters: number;
  readonly charactersReused: number;
}

/** A strict API with a scripted model: it rejects what the real one rejects, and its model calls only tools that it can see. */
export interface StrictProvider {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly requests: readonly SentRequest[];
  readonly rejected: readonly string[];
}

/** Decides a move from a request, and the parts of its prompt. */
export type ScriptedModel = (request: SentRequest, parts: readonly string[]) => Move;

/** Starts an API whose model makes these moves, one a request, or decides them. */
export function createStrictProvider(wire: Wire, moves: readonly Move[] | ScriptedModel): StrictProvider {
  const requests: SentRequest[] = [];
  const meter = createPrefixMeter();
  const next = (text: string, tools: readonly { readonly name: string }[], parts: readonly string[]): Move => {
    const { partsLost, characters, charactersReused } = meter.read(parts);
    const request = { text, tools, partsLost, characters, charactersReused };
    requests.push(request);
    const move = typeof moves === "function" ? moves(request, parts) : moves[requests.length - 1];
    if (move === undefined) throw new Error(`The script has no move for request ${requests.length}.`);
    const hasBridge = tools.some(({ name }) => name === "call_tool");
    return hasBridge ? { ...move, calls: (move.calls ?? []).map((call) => bridged(call, text, tools)) } : move;
  };
  if (wire === "messages") {
    const api = createStrictMessagesApi((body: RequestBody, number) => {
      const tools = (body.tools ?? []).filter((tool) => tool.defer_loading !== true) as { readonly name: string }[];
      const { text, calls = [] } = next(JSON.stringify(body), tools, renderPrompt(body));
      const uses: WireBlock[] = calls.map(({ name, input }, index) => ({
        type: "tool_use",
        id: `toolu_${number}_${index}`,
        name,
        input,
      }));
      return [...(text === undefined ? [] : [{ type: "text", text }]), ...uses];
    });
    return { fetch: abortable(api.fetch), requests, rejected: api.rejected };
  }
  if (wire === "gemini") {
    const api = createStrictGeminiApi((body) => {
      const tools = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations);
      const parts = [body.tools ?? [], body.systemInstruction ?? null, ...body.contents].map((part) =>
        JSON.stringify(part),
      );
      const { text, calls = [] } = next(JSON.stringify(body), tools, parts);
      return { ...(text === undefined ? {} : { text }), calls };
    });
    return {
      fetch: abortable((input, init) => api.fetch(new Request(input, init))),
      requests,
      rejected: api.rejected,
    };
  }
  const answer = ({ text, calls = [] }: Move) => ({
    ...(text === undefined ? {} : { text }),
    calls: calls.map(({ name, input }) => ({ name, arguments: input })),
  });
  const api =
    wire === "responses"
      ? createStrictResponsesApi((body) => {
          const tools = (body.tools ?? []).map(({ name = "find_tools", ...rest }) => ({ ...rest, name }));
          const parts = [
            JSON.stringify(body.tools ?? []),
            body.instructions ?? "",
            ...body.input.map((item) => JSON.stringify(item)),
          ];
          const move = next(JSON.stringify(body), tools, parts);
          const searchesNatively = body.tools?.some(({ type }) => type === "tool_search") === true;
          return searchesNatively ? nativeAnswer(move, body, requests.length) : answer(move);
        })
      : createStrictChatApi(
          (body) => {
            const tools = (body.tools ?? []).map((tool) => ({ ...tool.function }));
            const parts = [
              JSON.stringify(body.tools ?? []),
              ...body.messages.map((message) => JSON.stringify(message)),
            ];
            return answer(next(JSON.stringify(body), tools, parts));
          },
          wire === "kimi" ? { loads: "system-tools" } : {},
        );
  return {
    fetch: abortable((input, init) => api.fetch(new Request(input, init))),
    requests,
    rejected: api.rejected,
  };
}

/** As a real `fetch`, it sends nothing for a signal that is aborted. */
function abortable(fetch: StrictProvider["fetch"]): StrictProvider["fetch"] {
  return async (input, init) => {
    init?.signal?.throwIfAborted();
    return fetch(input, init);
  };
}

/** With OpenAI's own search, calls of loaded tools carry their name as a namespace. */
function nativeAnswer(
  { text, calls = [] }: Move,
  { tools = [], input }: ResponsesRequest,
  number: number,
): ResponsesAnswer {
  const loaded = input.flatMap((item) =>
    item.type === "tool_search_output" ? (item["tools"] as { name: string }[]) : [],
  );
  const items = calls.map(({ name, input: given }, index) => {
    const call_id = `call_${number}_${index}`;
    const status = "completed";
    if (name === "find_tools") {
      return {
        type: "tool_search_call",
        id: `tsc_${number}_${index}`,
        execution: "client",
        call_id,
        status,
        arguments: given,
      };
    }
    const isLoaded = loaded.some((tool) => tool.name === name);
    if (!isLoaded && !tools.some((tool) => tool.name === name)) {
      throw new Error(`The scripted model calls ${name}, which it was not given.`);
    }
    const namespace = isLoaded ? { namespace: name } : {};
    return {
      type: "function_call",
      id: `fc_${number}_${index}`,
      call_id,
      name,
      ...namespace,
      arguments: JSON.stringify(given),
      status,
    };
  });
  return { ...(text === undefined ? {} : { text }), items };
}

/** Through the bridge the model can call what it has read the definition of. */
function bridged(
  call: { readonly name: string; readonly input: object },
  body: string,
  tools: readonly { readonly name: string }[],
): { readonly name: string; readonly input: object } {
  if (tools.some(({ name }) => name === call.name)) return call;
  // The definition stands in a JSON text inside the body, so its quotes are escaped at least once.
  if (!new RegExp(`\\\\+"name\\\\+":\\\\+"${call.name}\\\\+"`).test(body)) {
    throw new Error(`The scripted model calls ${call.name}, whose definition it has not read.`);
  }
  return { name: "call_tool", input: { name: call.name, arguments: call.input } };
}
