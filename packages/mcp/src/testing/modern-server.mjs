// A 2026 protocol server, made with the official SDK, over stdio or HTTP. SCRIPT defines its behaviour.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  inputResponse,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const settings = JSON.parse(process.env.SCRIPT ?? "{}");
const { legacy = "reject", cacheHints, isHttp = false, startsFile, startsAfter = 0, listChanged = true } = settings;
const uri = "note://watched";
const nothing = { type: "object", properties: {} };
const text = (value) => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});
const form = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

let lists = 0;
let tools = [
  { name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
  { name: "request", description: "Tells what came with the request.", inputSchema: nothing },
  { name: "confirm", description: "Asks for a name.", inputSchema: nothing },
  { name: "survey", description: "Asks for a completion and for roots, then for a name.", inputSchema: nothing },
  { name: "nag", description: "Asks for ever.", inputSchema: nothing },
  { name: "log", description: "Logs and tells of progress.", inputSchema: nothing },
  { name: "slow", description: "Works until it is cancelled.", inputSchema: nothing },
  { name: "set_tools", description: "Replaces the list.", inputSchema: nothing },
  { name: "touch", description: "Changes the note.", inputSchema: nothing },
  {
    name: "query",
    description: "Mirrors its region into a header.",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": settings.headerName ?? "Region" } },
    },
  },
  ...(settings.moreTools ?? []),
];
let notify;

function ask(message) {
  return inputRequired.elicit({ message, requestedSchema: form });
}

const calls = {
  echo: ({ text: value }) => text(value),
  request: (_input, { mcpReq, http }) => {
    const header = (name) => http?.req?.headers.get(name) ?? undefined;
    const headers = { method: header("mcp-method"), name: header("mcp-name"), version: header("mcp-protocol-version") };
    return text({ envelope: mcpReq.envelope, meta: mcpReq._meta, headers, lists });
  },
  confirm: (_input, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "who");
    if (answer.kind === "missing")
      return inputRequired({ inputRequests: { who: ask("Who are you?") }, requestState: "state-1" });
    const name = acceptedContent(mcpReq.inputResponses, "who")?.name;
    return text({ action: answer.action, name, state: mcpReq.requestState() });
  },
  survey: (_input, { mcpReq }) => {
    const { inputResponses } = mcpReq;
    const sampled = inputResponse(inputResponses, "completion");
    if (mcpReq.requestState() === undefined) {
      const messages = [{ role: "user", content: { type: "text", text: "Say hello" } }];
      const completion = inputRequired.createMessage({ messages, maxTokens: 10 });
      return inputRequired({
        inputRequests: { completion, roots: inputRequired.listRoots() },
        requestState: "round-1",
      });
    }
    if (mcpReq.requestState() === "round-1") {
      const state = JSON.stringify([sampled.result?.content, inputResponse(inputResponses, "roots").roots]);
      return inputRequired({ inputRequests: { who: ask("And your name?") }, requestState: state });
    }
    return text([...JSON.parse(mcpReq.requestState()), acceptedContent(inputResponses, "who")?.name]);
  },
  nag: () => inputRequired({ inputRequests: { who: ask("Again?") }, requestState: "nag" }),
  log: async (_input, { mcpReq }) => {
    await mcpReq.log("info", "working");
    const { progressToken } = mcpReq._meta ?? {};
    const params = { progressToken, progress: 1, total: 2 };
    if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
    return text("done");
  },
  slow: (_input, { mcpReq }) =>
    new Promise((resolve) => {
      if (settings.callsFile !== undefined) appendFileSync(settings.callsFile, "called\n");
      mcpReq.signal.addEventListener("abort", () => {
        if (settings.cancelFile !== undefined) appendFileSync(settings.cancelFile, "cancelled\n");
        resolve(text("cancelled"));
      });
    }),
  set_tools: ({ tools: replacing, isSilent }) => {
    tools = replacing;
    if (isSilent !== true) notify.tools();
    return text("done");
  },
  touch: () => {
    notify.resource(uri);
    return text("done");
  },
  query: (_input, { http }) =>
    text(http?.req?.headers.get(`mcp-param-${settings.headerName ?? "Region"}`) ?? "no header"),
};

function create() {
  const server = new Server(
    { name: "modern", version: "2.0.0" },
    {
      instructions: "A server of the 2026 protocol.",
      capabilities: { tools: { listChanged }, prompts: {}, resources: { subscribe: true }, logging: {} },
      ...(cacheHints === undefined ? {} : { cacheHints }),
    },
  );
  server.setRequestHandler("tools/list", () => {
    lists++;
    return { tools };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => calls[params.name](params.arguments ?? {}, context));
  server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "greet" }] }));
  server.setRequestHandler("prompts/get", (_request, { mcpReq }) => {
    const name = acceptedContent(mcpReq.inputResponses, "who")?.name;
    if (name === undefined) return inputRequired({ inputRequests: { who: ask("Whom?") }, requestState: "greet" });
    return { messages: [{ role: "user", content: { type: "text", text: `Greet ${JSON.stringify(name)}` } }] };
  });
  server.setRequestHandler("resources/list", () => ({ resources: [{ uri, name: "note" }] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params }) => {
    if (params.uri !== uri) throw new ResourceNotFoundError(params.uri);
    return { contents: [{ uri, text: "watched" }], ...settings.readCaching };
  });
  return server;
}

if (startsFile !== undefined) appendFileSync(startsFile, `${process.pid}\n`);
if (isHttp) {
  const handler = createMcpHandler(create, { legacy: legacy === "serve" ? "stateless" : "reject" });
  notify = {
    tools: () => handler.notify.toolsChanged(),
    resource: (changed) => handler.notify.resourceUpdated(changed),
  };
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => console.log(`port ${server.address().port}`));
} else {
  let current;
  notify = {
    tools: () => current.sendToolListChanged(),
    resource: (changed) => current.sendResourceUpdated({ uri: changed }),
  };
  const start = () =>
    serveStdio(
      () => {
        current = create();
        return current;
      },
      { legacy },
    );
  if (startsAfter > 0) setTimeout(start, startsAfter);
  else start();
}
