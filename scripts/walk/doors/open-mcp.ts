import type { Arrival } from "../scenario/arrival.ts";
import { post, type Reply, readEvents } from "./post.ts";

/** A session with the MCP front. */
export interface McpSession {
  /** Calls a tool of a server through the front, and gives the text of its result. */
  readonly call: (name: string, args: object, arrival: Arrival) => Promise<string>;
}

const protocolVersion = "2025-06-18";

/** Opens a session as an MCP client does. */
export async function openMcp(url: string): Promise<McpSession> {
  let session: Readonly<Record<string, string>> = {};
  const send = async (message: object, arrival: Arrival = "whole"): Promise<Reply> => {
    const headers = { accept: "application/json, text/event-stream", ...session };
    const reply = await post(`${url}/mcp`, headers, { jsonrpc: "2.0", ...message }, arrival);
    if (reply.status >= 300) throw new Error(`Expected a success from /mcp, got ${reply.status}: ${reply.body}`);
    return reply;
  };
  const opened = await send({
    id: 0,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "walk", version: "1.0.0" } },
  });
  const id = opened.headers["mcp-session-id"];
  session = { "mcp-protocol-version": protocolVersion, ...(typeof id === "string" && { "mcp-session-id": id }) };
  await send({ method: "notifications/initialized" });
  let calls = 0;
  return {
    call: async (name, args, arrival) => {
      calls += 1;
      const params = { name: "call_tool", arguments: { name, arguments: args } };
      const { body } = await send({ id: calls, method: "tools/call", params }, arrival);
      const messages = body.startsWith("{") ? [JSON.parse(body) as unknown] : readEvents(body);
      const { result } = messages.at(-1) as { result?: { content?: readonly { text?: string }[] } };
      return result?.content?.map(({ text = "" }) => text).join("") ?? body;
    },
  };
}
