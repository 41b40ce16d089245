// A small MCP test server over standard input and output, without the SDK, so that it starts fast and can misbehave.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const richResult = JSON.parse(readFileSync(new URL("./rich-result.json", import.meta.url), "utf8"));
const settings = JSON.parse(process.env.SCRIPT ?? "{}");
let tools = settings.tools ?? defaultTools();
const running = new Map();

if (settings.startsFile !== undefined) appendFileSync(settings.startsFile, `${process.pid}\n`);
if (settings.failWithout !== undefined && !existsSync(settings.failWithout)) {
  console.error("cannot start: no database");
  process.exit(3);
}
if (settings.failAlways === true) {
  console.error("cannot start: no database");
  process.exit(3);
}
if (settings.greeting !== undefined) console.log(settings.greeting);
if (settings.stubborn === true) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
if (settings.grandchild !== undefined) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  writeFileSync(settings.grandchild, String(child.pid));
}

const begin = () => createInterface({ input: process.stdin }).on("line", (line) => receive(JSON.parse(line)));
if (settings.delay === undefined) begin();
else setTimeout(begin, settings.delay);

function defaultTools() {
  const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  return [
    { name: "echo", description: "Says a text again.", inputSchema: text },
    { name: "crash", description: "Ends the server.", inputSchema: { type: "object" } },
    { name: "slow", description: "Works until it is cancelled.", inputSchema: { type: "object" } },
    { name: "environment", description: "Tells a variable.", inputSchema: text },
    { name: "set_tools", description: "Replaces the tools.", inputSchema: { type: "object" } },
    { name: "ask", description: "Asks the user.", inputSchema: { type: "object" } },
    { name: "fail", description: "Fails.", inputSchema: { type: "object" } },
    { name: "rich", description: "Answers with everything.", inputSchema: { type: "object" } },
  ];
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function answer(id, result) {
  send({ id, result });
}

function receive(message) {
  const { id, method, params } = message;
  if (method === undefined) {
    running.get(`ask ${id}`)?.(message);
    return;
  }
  switch (method) {
    case "initialize":
      if (settings.silent === true) return;
      answer(id, {
        protocolVersion: params.protocolVersion,
        capabilities: {
          tools: { listChanged: true },
          ...(settings.prompts === undefined ? {} : { prompts: {} }),
          ...(settings.resourceTemplates === undefined ? {} : { resources: {} }),
        },
        serverInfo: { name: "scripted", version: settings.version ?? "1.0.0" },
        ...(settings.instructions === undefined ? {} : { instructions: settings.instructions }),
      });
      return;
    case "tools/list":
      if (settings.listsFile !== undefined) appendFileSync(settings.listsFile, `${process.pid}\n`);
      setTimeout(() => listTools(id, params), settings.listDelay ?? 0);
      return;
    case "prompts/list":
      answer(id, { prompts: settings.prompts });
      return;
    case "resources/list":
      answer(id, { resources: [] });
      return;
    case "resources/templates/list":
      answer(id, { resourceTemplates: settings.resourceTemplates });
      return;
    case "tools/call":
      call(id, params);
      return;
    case "notifications/cancelled":
      running.get(params.requestId)?.();
      return;
    default:
      if (settings.ignoresUnknown === true) return;
      if (settings.endsOnUnknown === true && id !== undefined) process.exit(1);
      if (id !== undefined) send({ id, error: { code: -32601, message: `no ${method}` } });
  }
}

function listTools(id, params) {
  const size = settings.pageSize ?? tools.length;
  const from = Number(params?.cursor ?? 0);
  const page = { tools: tools.slice(from, from + size) };
  if (settings.endless === true) answer(id, { ...page, nextCursor: "0" });
  else answer(id, from + size < tools.length ? { ...page, nextCursor: String(from + size) } : page);
}

function call(id, { name, arguments: input, _meta }) {
  const text = (value) => answer(id, { content: [{ type: "text", text: value }] });
  switch (name) {
    case "echo":
      text(`${settings.label ?? ""}${input.text}`);
      return;
    case "environment":
      text(process.env[input.text] ?? "");
      return;
    case "crash":
      console.error("out of memory");
      process.exit(1);
      return;
    case "slow": {
      if (settings.callsFile !== undefined) appendFileSync(settings.callsFile, `${id}\n`);
      if (_meta?.progressToken !== undefined) {
        const progress = { progressToken: _meta.progressToken, progress: 1, total: 2, message: "half" };
        send({ method: "notifications/progress", params: progress });
      }
      running.set(id, () => settings.cancelFile !== undefined && writeFileSync(settings.cancelFile, String(id)));
      return;
    }
    case "set_tools":
      tools = input.tools;
      text("done");
      send({ method: "notifications/tools/list_changed" });
      return;
    case "ask": {
      const question = `q${id}`;
      running.set(`ask ${question}`, (reply) => text(JSON.stringify(reply.result ?? reply.error)));
      send({
        id: question,
        method: "elicitation/create",
        params: { message: "Sure?", requestedSchema: { type: "object", properties: {} } },
      });
      return;
    }
    case "fail":
      send({ id, error: { code: -32050, message: "no luck", data: { why: "because" } } });
      return;
    case "rich":
      answer(id, { ...richResult, _meta: { ...richResult._meta, echoed: _meta ?? null } });
      return;
    default:
      send({ id, error: { code: -32602, message: `Unknown tool: ${name}` } });
  }
}
