// An older-protocol server, made with the SDK of its time. Arguments: the SDK's package, and the transport.
import { createServer } from "node:http";

const [sdk, transport = "stdio"] = process.argv.slice(2);
const load = (path) => import(`${sdk}/${path}`);
const { Server } = await load("server/index.js");
const types = await load("types.js");

function create() {
  const server = new Server({ name: sdk, version: "1.0.0" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object", properties: { text: { type: "string" } } };
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: [
      { name: "echo", description: "Says a text again.", inputSchema },
      { name: "ask", description: "Asks the user for a name.", inputSchema },
      { name: "visit", description: "Wants a page to be visited first.", inputSchema },
    ],
  }));
  let visits = 0;
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    if (params.name === "visit" && visits++ === 0) {
      const elicitation = { mode: "url", message: "Log in", url: "https://example.org/login", elicitationId: "login" };
      throw new types.UrlElicitationRequiredError([elicitation], "Visit the page first");
    }
    if (params.name === "ask") {
      const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
      const answer = await server.elicitInput({ message: "Who are you?", requestedSchema });
      return { content: [{ type: "text", text: JSON.stringify(answer) }] };
    }
    return { content: [{ type: "text", text: `${types.LATEST_PROTOCOL_VERSION}: ${params.arguments?.text ?? ""}` }] };
  });
  return server;
}

if (transport === "stdio") {
  const { StdioServerTransport } = await load("server/stdio.js");
  await create().connect(new StdioServerTransport());
} else {
  const sessions = new Map();
  const answer = transport === "http" ? await streamable(sessions) : await sse(sessions);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
}

async function streamable(sessions) {
  const { StreamableHTTPServerTransport } = await load("server/streamableHttp.js");
  return async (request, response) => {
    const known = sessions.get(request.headers["mcp-session-id"]);
    if (known !== undefined) return known.handleRequest(request, response);
    const opened = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => sessions.set(id, opened),
    });
    await create().connect(opened);
    return opened.handleRequest(request, response);
  };
}

async function sse(sessions) {
  const { SSEServerTransport } = await load("server/sse.js");
  return async (request, response) => {
    if (request.method === "GET") {
      const opened = new SSEServerTransport("/messages", response);
      sessions.set(opened.sessionId, opened);
      return create().connect(opened);
    }
    const known = sessions.get(new URL(request.url, "http://localhost").searchParams.get("sessionId"));
    if (known !== undefined) return known.handlePostMessage(request, response);
    return response.writeHead(404).end();
  };
}
