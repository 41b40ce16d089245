// A 2025 protocol server with what the public conformance suite requires, for use behind the front.
import { createInterface } from "node:readline";
import * as shared from "./conformance-content.mjs";

const tools = {
  ...shared.contentTools,
  test_tool_with_logging: async () => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      send({ method: "notifications/message", params: { level: "info", data } });
      await pause();
    }
    return [shared.text("Logged three times.")];
  },
  test_error_handling: () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  test_tool_with_progress: async (_input, progressToken) => {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        send({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      }
      await pause();
    }
    return [shared.text("Done.")];
  },
  test_sampling: async ({ prompt }) => {
    const messages = [{ role: "user", content: shared.text(prompt) }];
    const answer = await request("sampling/createMessage", { messages, maxTokens: 100 });
    return [shared.text(`LLM response: ${answer.content.text}`)];
  },
  test_elicitation: async ({ message }) => {
    const field = (description) => ({ type: "string", description });
    const properties = { username: field("User's response"), email: field("User's email address") };
    const { action, content } = await request(
      "elicitation/create",
      shared.ask(message, properties, ["username", "email"]),
    );
    return [shared.text(`User response: action=${action}, content=${JSON.stringify(content)}`)];
  },
  test_elicitation_sep1034_defaults: () => elicit(shared.defaults),
  test_elicitation_sep1330_enums: () => elicit(shared.enums),
};

const waiting = new Map();
let requests = 0;

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
    serverInfo: { name: "conformance", version: "1.0.0" },
  }),
  ping: () => ({}),
  "logging/setLevel": () => ({}),
  "tools/list": () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: name,
      inputSchema: shared.schemas[name] ?? shared.nothing,
    })),
  }),
  "tools/call": async ({ name, arguments: input, _meta }) => {
    try {
      return { content: await tools[name](input ?? {}, _meta?.progressToken) };
    } catch (error) {
      return { content: [shared.text(error.message)], isError: true };
    }
  },
  "prompts/list": () => ({ prompts: shared.listedPrompts() }),
  "prompts/get": ({ name, arguments: input }) => ({ messages: shared.prompts[name](input ?? {}) }),
  "resources/list": () => ({ resources: shared.listedResources() }),
  "resources/templates/list": () => ({ resourceTemplates: shared.resourceTemplates }),
  "resources/read": ({ uri }) => {
    const contents = shared.readContents(uri);
    if (contents === undefined) throw Object.assign(new Error("Resource not found"), { code: -32002, data: { uri } });
    return { contents };
  },
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "completion/complete": () => ({ completion: shared.completion }),
};

createInterface({ input: process.stdin }).on("line", (line) => void answer(line));

async function answer(line) {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    const { resolve, reject } = waiting.get(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error.message));
    return;
  }
  if (id === undefined) return;
  const handler = methods[method];
  if (handler === undefined) send({ id, error: { code: -32601, message: `no ${method}` } });
  else {
    try {
      send({ id, result: await handler(params ?? {}) });
    } catch ({ code = -32603, message, data }) {
      send({ id, error: { code, message, data } });
    }
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function request(method, params) {
  const id = `r${requests++}`;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

async function elicit(properties) {
  const { action, content } = await request("elicitation/create", shared.ask("Please fill in.", properties));
  return [shared.text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)];
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
