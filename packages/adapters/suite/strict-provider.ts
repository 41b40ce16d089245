import { createStrictChatApi } from "../../gateway/src/testing/chat/strict-chat-api.ts";
import { createPrefixMeter } from "../../gateway/src/testing/prefix-meter.ts";
import { createStrictResponsesApi } from "../../gateway/src/testing/responses-api/strict-responses-api.ts";
import {
  createStrictMessagesApi,
  type RequestBody,
  renderPrompt,
  type WireBlock,
} from "../anthropic/src/testing/index.ts";

/** The API behind a framework's model. */
export type Wire = "messages" | "responses" | "chat" | "kimi";

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
}

/** A strict API with a scripted model: it rejects what the real one rejects, and its model calls only tools that it can see. */
export interface StrictProvider {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly requests: readonly SentRequest[];
  readonly rejected: readonly string[];
}

/** Starts an API whose model makes these moves, one a request. */
export function createStrictProvider(wire: Wire, moves: readonly Move[]): StrictProvider {
  const requests: SentRequest[] = [];
  const meter = createPrefixMeter();
  const next = (text: string, tools: readonly { readonly name: string }[], parts: readonly string[]): Move => {
    requests.push({ text, tools, partsLost: meter.read(parts).partsLost });
    const move = moves[requests.length - 1];
    if (move === undefined)
      throw new Error(`The script has ${moves.length} moves, and this is request ${requests.length}.`);
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
    return { fetch: api.fetch, requests, rejected: api.rejected };
  }
  const answer = ({ text, calls = [] }: Move) => ({
    ...(text === undefined ? {} : { text }),
    calls: calls.map(({ name, input }) => ({ name, arguments: input })),
  });
  const api =
    wire === "responses"
      ? createStrictResponsesApi((body) => {
          const tools = (body.tools ?? []).map(({ name = "", ...rest }) => ({ ...rest, name }));
          const parts = [
            JSON.stringify(body.tools ?? []),
            body.instructions ?? "",
            ...body.input.map((item) => JSON.stringify(item)),
          ];
          return answer(next(JSON.stringify(body), tools, parts));
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
    fetch: (input, init) => api.fetch(new Request(input, init)),
    requests,
    rejected: api.rejected,
  };
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
