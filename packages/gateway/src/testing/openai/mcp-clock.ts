import type { IncomingHttpHeaders } from "node:http";
import type OpenAI from "openai";
import { serve } from "../serve.ts";
import { useClosers } from "../use-closers.ts";

interface McpRequest {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string };
}

/** A started MCP server, and the tool of the type `mcp` that names it. */
interface McpClock {
  /** The names of the tools that were called. */
  readonly calls: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly tool: OpenAI.Responses.Tool.Mcp;
  readonly url: string;
  readonly close: () => Promise<void>;
}

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "clock", version: "1" },
};

/** Starts real MCP servers over HTTP with the tools `time` and `alarm`, and closes them after each test. */
export function useMcpClock(): (answerCall?: object) => Promise<McpClock> {
  const closers = useClosers();
  return async (answerCall = { content: [{ type: "text", text: "It is noon." }] }) => {
    const calls: string[] = [];
    const headers: IncomingHttpHeaders[] = [];
    const inputSchema = { type: "object", properties: { zone: { type: "string" } } };
    const tools = ["time", "alarm"].map((name) => ({ name, description: `Handles the ${name}.`, inputSchema }));
    const server = await serve((request, bytes, response) => {
      headers.push(request.headers);
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(bytes.toString()) as McpRequest;
      if (id === undefined) return void response.writeHead(202).end();
      if (method === "tools/call") calls.push(params?.name ?? "");
      const results: Readonly<Record<string, object>> = {
        initialize,
        "tools/list": { tools },
        "tools/call": answerCall,
      };
      const result = results[method];
      const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await server.close();
      isOpen = false;
    };
    closers.push(close);
    const tool: OpenAI.Responses.Tool.Mcp = { type: "mcp", server_label: "clock", server_url: `${server.url}/mcp` };
    return { calls, headers, tool, url: server.url, close };
  };
}
