import Anthropic from "@anthropic-ai/sdk";
import { demoRequest } from "./stand-in-model.ts";

/** A call that the client made on a real MCP server. */
export interface PlayedCall {
  readonly name: string;
  readonly input: unknown;
  readonly result: string;
}

/** What the client saw of a conversation. */
export interface PlayedConversation {
  readonly requests: number;
  readonly calls: readonly PlayedCall[];
  readonly answer: string;
}

/** A tool as the agent declares it. */
export type DemoTool = Anthropic.Tool;

/** Calls a tool of a real MCP server; gives the content of its result. */
export type CallDemoTool = (name: string, input: unknown) => Promise<unknown>;

const maxTurns = 10;

/** An agent as anybody writes it with the SDK: it knows nothing of tool search, and gives all its tools along with each request. */
export async function playConversation(
  { baseURL, model, tools }: { baseURL: string; model: string; tools: readonly DemoTool[] },
  callTool: CallDemoTool,
): Promise<PlayedConversation> {
  const anthropic = new Anthropic({ baseURL, apiKey: "no-key-needed-for-the-stand-in", maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: demoRequest }];
  const calls: PlayedCall[] = [];
  for (let requests = 1; requests <= maxTurns; requests++) {
    const stream = anthropic.messages.stream({ model, max_tokens: 1_024, tools: [...tools], messages });
    const { content, stop_reason: stopReason } = await stream.finalMessage();
    messages.push({ role: "assistant", content });
    if (stopReason !== "tool_use") {
      return { requests, calls, answer: content.map((block) => (block.type === "text" ? block.text : "")).join("") };
    }
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const block of content) {
      if (block.type === "tool_use") {
        const result = JSON.stringify(await callTool(block.name, block.input));
        calls.push({ name: block.name, input: block.input, result });
        results.push({ type: "tool_result", tool_use_id: block.id, content: result });
      }
    }
    messages.push({ role: "user", content: results });
  }
  throw new Error(`The conversation has not ended after ${maxTurns} requests.`);
}
