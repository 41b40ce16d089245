// The tools, resources and prompts that the public conformance suite asks for, as a server to stand behind the front.
import { createInterface } from "node:readline";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";

const nothing = { type: "object", properties: {} };
const text = (value) => ({ type: "text", text: value });
const image = { type: "image", data: png, mimeType: "image/png" };
const resource = (uri, mimeType, value) => ({ type: "resource", resource: { uri, mimeType, text: value } });
const ask = (message, properties, required = []) => ({
  message,
  requestedSchema: { type: "object", properties, required },
});

const choices = (word) =>
  ["value1", "value2", "value3"].map((value, position) => ({
    const: value,
    title: `${["First", "Second", "Third"][position]} ${word}`,
  }));
const options = ["option1", "option2", "option3"];

const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};
const enums = {
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: choices("Option") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: choices("Choice") } },
};

const tools = {
  test_simple_text: () => [text("This is a simple text response for testing.")],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: () => [
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: () => [
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  test_tool_with_logging: async () => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      send({ method: "notifications/message", params: { level: "info", data } });
      await pause();
    }
    return [text("Logged three times.")];
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
    return [text("Done.")];
  },
  test_sampling: async ({ prompt }) => {
    const messages = [{ role: "user", content: text(prompt) }];
    const answer = await request("sampling/createMessage", { messages, maxTokens: 100 });
    return [text(`LLM response: ${answer.content.text}`)];
  },
  test_elicitation: async ({ message }) => {
    const field = (description) => ({ type: "string", description });
    const properties = { username: field("User's response"), email: field("User's email address") };
    const { action, content } = await request("elicitation/create", ask(message, properties, ["username", "email"]));
    return [text(`User response: action=${action}, content=${JSON.stringify(content)}`)];
  },
  test_elicitation_sep1034_defaults: () => elicit(defaults),
  test_elicitation_sep1330_enums: () => elicit(enums),
  json_schema_2020_12_tool: () => [text("fine")],
};

const schemas = {
  test_sampling: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
  test_elicitation: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  },
};

const user = (content) => ({ role: "user", content });
const prompts = {
  test_simple_prompt: () => [user(text("This is a simple prompt for testing."))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
    user(text("Please process the embedded resource above.")),
  ],
  test_prompt_with_image: () => [user(image), user(text("Please analyze the image above."))],
};
const promptArguments = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

const resources = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
  "test://watched-resource": { mimeType: "text/plain", text: "Watched." },
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
    tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: schemas[name] ?? nothing })),
  }),
  "tools/call": async ({ name, arguments: input, _meta }) => {
    try {
      return { content: await tools[name](input ?? {}, _meta?.progressToken) };
    } catch (error) {
      return { content: [text(error.message)], isError: true };
    }
  },
  "prompts/list": () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: name,
      arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true })),
    })),
  }),
  "prompts/get": ({ name, arguments: input }) => ({ messages: prompts[name](input ?? {}) }),
  "resources/list": () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, description: uri, mimeType })),
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      {
        uriTemplate: "test://template/{id}/data",
        name: "data",
        description: "Data by id",
        mimeType: "application/json",
      },
    ],
  }),
  "resources/read": ({ uri }) => {
    const [, id] = /^test:\/\/template\/(.+)\/data$/.exec(uri) ?? [];
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    const found = id === undefined ? resources[uri] : { mimeType: "application/json", text: data };
    return { contents: [{ uri, ...found }] };
  },
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "completion/complete": () => ({ completion: { values: ["paris", "park"], total: 2, hasMore: false } }),
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
  else send({ id, result: await handler(params ?? {}) });
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
  const { action, content } = await request("elicitation/create", ask("Please fill in.", properties));
  return [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)];
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
