// A 2026 server on the official SDK with what the public conformance suite requires, for use behind the front.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as shared from "./conformance-content.mjs";

const codec = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: 600 });
const form = (message, field, type = "string") =>
  inputRequired.elicit(shared.ask(message, { [field]: { type } }, [field]));
const sample = (question, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: shared.text(question) }], maxTokens });
const result = (value) => ({ content: [shared.text(value)] });

/** Asks until the answer is there. */
function asking(key, request, finish) {
  return (_input, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, key);
    return answer.kind === "missing" ? inputRequired({ inputRequests: { [key]: request } }) : finish(answer, mcpReq);
  };
}

async function withState(inputRequests, state) {
  return inputRequired({ inputRequests, requestState: await codec.mint(state) });
}

let extra = 0;
const tools = {
  ...Object.fromEntries(
    Object.entries(shared.contentTools).map(([name, content]) => [name, () => ({ content: content() })]),
  ),
  test_tool_with_logging: async (_input, { mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"])
      await mcpReq.log("info", data);
    return result("Logged three times.");
  },
  test_logging_tool: async (_input, { mcpReq }) => {
    await mcpReq.log("info", "A line.");
    return result("Logged.");
  },
  test_error_handling: () => ({ ...result("This tool intentionally returns an error for testing"), isError: true }),
  test_tool_with_progress: async (_input, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return result("Done.");
  },
  test_sampling: (input, context) =>
    asking("answer", sample(String(input.prompt)), ({ result: { content } }) =>
      result(`LLM response: ${content.text}`),
    )(input, context),
  test_elicitation: (input, context) => {
    const field = (description) => ({ type: "string", description });
    const properties = { username: field("User's response"), email: field("User's email address") };
    return elicit(shared.ask(String(input.message), properties, ["username", "email"]), "User response")(
      input,
      context,
    );
  },
  test_elicitation_sep1034_defaults: (input, context) =>
    elicit(shared.ask("Please fill in.", shared.defaults))(input, context),
  test_elicitation_sep1330_enums: (input, context) =>
    elicit(shared.ask("Please fill in.", shared.enums))(input, context),
  test_streaming_elicitation: asking("ok", form("Go on?", "ok", "boolean"), () => result("Went on.")),
  test_missing_capability: (_input, { mcpReq }) => {
    if (mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY]?.sampling !== undefined) return result("fine");
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_trigger_tool_change: () => {
    extra++;
    void current.sendToolListChanged();
    return result("Changed.");
  },
  test_trigger_prompt_change: () => {
    extra++;
    void current.sendPromptListChanged();
    return result("Changed.");
  },
  test_input_required_result_elicitation: asking(
    "user_name",
    form("What is your name?", "name"),
    (_answer, { inputResponses }) => result(`Hello, ${String(acceptedContent(inputResponses, "user_name")?.name)}!`),
  ),
  test_input_required_result_sampling: asking("capital_question", sample("What is the capital of France?"), (answer) =>
    result(answer.result.content.text),
  ),
  test_input_required_result_list_roots: asking("client_roots", inputRequired.listRoots(), ({ roots }) =>
    result(roots.map(({ uri }) => uri).join(", ")),
  ),
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: (_input, { mcpReq }) => {
    const keys = ["user_name", "greeting", "client_roots"];
    if (keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== "missing"))
      return result("All answered.");
    const greeting = sample("Generate a greeting", 50);
    const requests = {
      user_name: form("What is your name?", "name"),
      greeting,
      client_roots: inputRequired.listRoots(),
    };
    return withState(requests, "several");
  },
  test_input_required_result_multi_round: async (_input, { mcpReq }) => {
    const round = mcpReq.requestState();
    if (round === undefined) return withState({ step1: form("Step 1: What is your name?", "name") }, 1);
    if (round === 1) return withState({ step2: form("Step 2: What is your favorite color?", "color") }, 2);
    return result("Both answered.");
  },
  test_input_required_result_capabilities: (_input, { mcpReq }) => {
    const { elicitation, sampling } = mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    return inputRequired({
      inputRequests: {
        ...(elicitation === undefined ? {} : { name: form("What is your name?", "name") }),
        ...(sampling === undefined ? {} : { greeting: sample("Generate a greeting") }),
      },
    });
  },
  test_custom_headers: (input) => result(JSON.stringify(input)),
};

function confirmed(_input, { mcpReq }) {
  if (mcpReq.requestState() !== undefined) return result("state-ok");
  return withState({ confirm: form("Please confirm", "ok", "boolean") }, "confirm");
}

function elicit(request, word = "Elicitation completed") {
  return asking("answer", inputRequired.elicit(request), ({ action, content }) =>
    result(`${word}: action=${action}, content=${JSON.stringify(content)}`),
  );
}

const mirrored = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, text: { type: "string" } },
};

function create() {
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true },
    completions: {},
    logging: {},
  };
  const server = new Server({ name: "conformance", version: "2.0.0" }, { capabilities, requestState: codec });
  server.setRequestHandler("tools/list", () => ({
    tools: [...Object.keys(tools), ...Array.from({ length: extra }, (_, number) => `extra_${number}`)].map((name) => ({
      name,
      description: name,
      inputSchema: name === "test_custom_headers" ? mirrored : (shared.schemas[name] ?? shared.nothing),
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) =>
    tools[params.name](params.arguments ?? {}, context),
  );
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      ...shared.listedPrompts(),
      { name: "test_input_required_result_prompt", description: "Asks for its context." },
      ...Array.from({ length: extra }, (_, number) => ({ name: `extra_${number}`, description: "One more." })),
    ],
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: input } }, { mcpReq }) => {
    if (name !== "test_input_required_result_prompt") return { messages: shared.prompts[name](input ?? {}) };
    const context = acceptedContent(mcpReq.inputResponses, "user_context")?.context;
    if (context === undefined) {
      return inputRequired({ inputRequests: { user_context: form("What context should the prompt use?", "context") } });
    }
    return { messages: [{ role: "user", content: shared.text(`Use ${JSON.stringify(context)}.`) }] };
  });
  server.setRequestHandler("completion/complete", () => ({ completion: shared.completion }));
  server.setRequestHandler("resources/list", () => ({ resources: shared.listedResources() }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: shared.resourceTemplates }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const contents = shared.readContents(uri);
    if (contents === undefined) throw new ResourceNotFoundError(uri);
    return { contents };
  });
  return server;
}

let current;
serveStdio(
  () => {
    current = create();
    return current;
  },
  { legacy: "reject" },
);
