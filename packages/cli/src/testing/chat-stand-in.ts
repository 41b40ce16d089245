import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

interface ChatCall {
  readonly name: string;
  readonly arguments: object;
}

/** A chat completions server with a script in the model's place, for the guides. */
export interface ChatStandIn {
  /** As `--upstream` takes it. */
  readonly url: string;
  /** The names of the tools in every request so far. */
  readonly toolsSeen: readonly (readonly string[])[];
  close(): void;
}

const onlyModel = "qwen3:8b";

/** Has one model, as a server on a desk. It searches for a tool that adds, calls what it found, and says the result. Without tools it just says yes. */
export async function startChatStandIn(port = 0): Promise<ChatStandIn> {
  const toolsSeen: string[][] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      if (incoming.url?.endsWith("/models") === true) {
        outgoing.setHeader("content-type", "application/json");
        outgoing.end(JSON.stringify({ object: "list", data: [{ id: onlyModel, object: "model" }] }));
        return;
      }
      const request = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatRequest;
      if (request.model !== onlyModel) {
        outgoing.writeHead(404, { "content-type": "application/json" });
        const message = `model "${request.model}" not found, try pulling it first`;
        outgoing.end(JSON.stringify({ error: { message, type: "api_error", param: null, code: null } }));
        return;
      }
      const names = (request.tools ?? []).map((tool) => tool.function.name);
      toolsSeen.push(names);
      const answer = decide(request, names);
      outgoing.setHeader("content-type", request.stream === true ? "text/event-stream" : "application/json");
      outgoing.end(request.stream === true ? asStream(request.model, answer) : asWhole(request.model, answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}/v1`,
    toolsSeen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function decide({ messages }: ChatRequest, tools: readonly string[]): ChatCall | string {
  const conversation = JSON.stringify(messages);
  if (conversation.includes("is 42")) return "19 and 23 make 42.";
  // Codex writes `_` where the server has `-`.
  const direct = tools.find((name) => /get[-_]sum$/.test(name));
  const input = { a: 19, b: 23 };
  if (direct !== undefined && conversation.includes("19 and 23")) return { name: direct, arguments: input };
  if (!conversation.includes("19 and 23") || !tools.includes("ToolSearch")) return "Yes.";
  const found = /mcp__[\w-]*get[-_]sum/.exec(JSON.stringify(messages.filter(({ role }) => role === "tool")))?.[0];
  return found === undefined
    ? { name: "ToolSearch", arguments: { query: "sum of two numbers", max_results: 5 } }
    : { name: "call_tool", arguments: { name: found, arguments: input } };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function callsOf(answer: ChatCall): object[] {
  const id = `call_${answer.name.replaceAll(/\W/g, "_")}`;
  return [
    { index: 0, id, type: "function", function: { name: answer.name, arguments: JSON.stringify(answer.arguments) } },
  ];
}

function asWhole(model: string, answer: ChatCall | string): string {
  const message =
    typeof answer === "string"
      ? { role: "assistant", content: answer }
      : { role: "assistant", content: null, tool_calls: callsOf(answer) };
  const reason = typeof answer === "string" ? "stop" : "tool_calls";
  const choices = [{ index: 0, message, finish_reason: reason }];
  return JSON.stringify({ id: "chatcmpl-1", object: "chat.completion", created: 1, model, choices, usage });
}

function asStream(model: string, answer: ChatCall | string): string {
  const delta =
    typeof answer === "string"
      ? { role: "assistant", content: answer }
      : { role: "assistant", content: null, tool_calls: callsOf(answer) };
  const reason = typeof answer === "string" ? "stop" : "tool_calls";
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model };
  return [
    { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .concat("data: [DONE]\n\n")
    .join("");
}
