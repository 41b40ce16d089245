// The same echo over Streamable HTTP, straight from the SDK: what a call costs when nothing stands between.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { Server } from "@modelcontextprotocol/server";

const sessions = new Map();

async function open() {
  const server = new Server({ name: "direct", version: "1.0.0" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  server.setRequestHandler("tools/list", () => ({ tools: [{ name: "echo", inputSchema }] }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: String(params.arguments?.text) }],
  }));
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}

const listener = createServer(async (request, response) => {
  const transport = sessions.get(request.headers["mcp-session-id"]) ?? (await open());
  await transport.handleRequest(request, response);
});
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
process.stdin.on("end", () => process.exit()).resume();
