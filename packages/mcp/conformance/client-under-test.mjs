// The pool as the client that the conformance suite tests: the suite starts this program with the URL of its server.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authorizeServer, BackgroundWrites, loadStoredLogins, McpError, ServerPool } from "@toolcrib/mcp";

const url = process.argv[2] ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const entry = {
  name: "suite",
  source: "the conformance suite",
  transport: "http",
  url,
  headers: {},
  disabled: false,
  alwaysLoad: false,
  policy: [],
};
const folder = mkdtempSync(join(tmpdir(), "toolcrib-conformance-"));
const clientCapabilities = { elicitation: { form: { applyDefaults: true } } };
const { signal } = new AbortController();

/** Who calls: somebody who accepts everything and fills nothing in. */
const channel = {
  caller: "suite",
  capabilities: clientCapabilities,
  request: async () => ({ action: "accept", content: {} }),
  log: () => {},
};

async function openPool() {
  const writes = new BackgroundWrites();
  const authProvider = await loadStoredLogins([entry], folder, writes);
  return new ServerPool({ entries: [entry], cacheFolder: null, clientCapabilities, authProvider, writes });
}

async function logIn() {
  const { client_id: id, client_secret: secret } = context;
  await authorizeServer({
    entry,
    folder,
    signal,
    // The suite's login page asks nothing: it leads straight back to us.
    openUrl: async (page) => void (await fetch(page)),
    ...(typeof id === "string" ? { client: { id, ...(typeof secret === "string" ? { secret } : {}) } } : {}),
  });
}

/** Something for each argument that a tool wants. */
function argumentsFor({ name, inputSchema }, pool) {
  // The suite wants to see a schema as it arrived here.
  if (name === "json_schema_echo") {
    const focal = pool.tools().find(({ definition }) => definition.inputSchema?.$defs !== undefined);
    return { schema: focal?.definition.inputSchema };
  }
  const { properties = {} } = inputSchema ?? {};
  const samples = { number: 5, integer: 5, boolean: true, string: "text", object: {} };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) =>
      typeof type === "string" && type in samples ? [[name, samples[type]]] : [],
    ),
  );
}

async function use(pool) {
  await pool.connect(entry.name);
  const calls = Array.isArray(context.toolCalls)
    ? context.toolCalls
    : pool.tools().map(({ definition }) => ({ name: definition.name, arguments: argumentsFor(definition, pool) }));
  for (const call of calls) {
    try {
      await pool.callTool(`mcp__suite__${call.name}`, call.arguments, { channel });
    } catch (error) {
      if (error instanceof McpError && error.code === "authorization_required") throw error;
      console.error(`${call.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const { name } of pool.lists(entry.name).prompts) await pool.request(entry.name, "prompts/get", { name });
  for (const { uri } of pool.lists(entry.name).resources) await pool.request(entry.name, "resources/read", { uri });
}

/** Uses the server; false where a user has to log in first. */
async function isUsed() {
  const pool = await openPool();
  try {
    await use(pool);
    return true;
  } catch (error) {
    if (!(error instanceof McpError) || error.code !== "authorization_required") throw error;
    return false;
  } finally {
    await pool.close();
  }
}

for (let logins = 0; logins < 3 && !(await isUsed()); logins++) await logIn();
