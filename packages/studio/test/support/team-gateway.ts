import {
  createApiKey,
  createAuditKeys,
  createGateway,
  type GatewayConfig,
  type ToolsetServers,
} from "@toolcrib/gateway";
import { studioPages } from "../../src/index.ts";
import { startStandInModel } from "./stand-in-model.ts";

/** A gateway that two organisations use, with an audit log and quotas. */
export interface TeamGateway {
  readonly url: string;
  /** The secrets of keys, by their names. */
  readonly keys: Readonly<Record<"operator" | "boss" | "ci" | "bot" | "crawler", string>>;
  /** Makes a change as the operator. */
  change(change: object): Promise<{ readonly secret?: string }>;
  /** A request with a key, in which the model calls this tool of the server `db`. */
  call(key: string, tool: string, input?: object): Promise<number>;
  close(): Promise<void>;
}

const database: ToolsetServers = {
  specificationVersion: "v1",
  open: async () => ({
    listTools: async () =>
      ["query", "drop_table", "list_tables"].map((name) => ({ name, inputSchema: { type: "object" } })),
    callTool: async (name) => ({
      content: [{ type: "text", text: name === "drop_table" ? "Permission denied." : "3 rows" }],
      isError: name === "drop_table",
    }),
  }),
  close: async () => {},
};

const defaults: GatewayConfig = {
  audit: { arguments: "full" },
  prices: { asOf: "2026-11-01", models: [{ models: ["stand-in-model"], input: 3_000, output: 15_000 }] },
  quotas: [
    { name: "each key", window: "day", requests: 6 },
    { name: "teams", window: "day", per: ["team"], tokens: 400_000 },
    { name: "tools", window: "hour", per: ["tool"], toolCalls: 5 },
    { name: "budget", window: "month", per: [], cost: 500 },
    { name: "models", window: "hour", per: ["model"], requests: 1_000 },
  ],
};

/** Starts it with two organisations: `acme` with the teams data and web, and `globex`. */
export async function startTeamGateway(
  pageFolder: string,
  clock?: { readonly now: number },
  config: GatewayConfig = {},
): Promise<TeamGateway> {
  const model = await startStandInModel();
  const operator = createApiKey();
  const gateway = await createGateway(
    {
      ...defaults,
      upstreams: { "stand-in": { dialect: "anthropic", url: model.url, apiKey: "a-key-of-the-stand-in" } },
      keys: [{ name: "operator", sha256: operator.sha256, admin: true }],
      ...config,
    },
    {
      pages: studioPages({ folder: pageFolder }),
      ...(clock !== undefined && { now: () => clock.now }),
      toolsetServers: database,
      environment: { TOOLCRIB_AUDIT_KEY: createAuditKeys().privateKey },
    },
  );
  const { url } = await gateway.listen({ port: 0 });
  const post = (path: string, key: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      headers: {
        "toolcrib-key": key,
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "mcp-client-2025-11-20",
      },
      body: JSON.stringify(body),
    });
  const change: TeamGateway["change"] = async (wanted) =>
    (await (await post("/admin/access", operator.key, { organisation: "acme", ...wanted })).json()) as never;
  const create = async (key: string, more: object = {}): Promise<string> =>
    (await change({ change: "create-key", key, ...more })).secret ?? "";
  await change({ change: "add-organisation" });
  await change({ change: "add-organisation", organisation: "globex" });
  for (const team of ["data", "web"]) await change({ change: "add-team", team });
  await change({ change: "set-user", user: "ada", teams: ["data"], role: "admin" });
  return {
    url,
    keys: {
      operator: operator.key,
      boss: await create("boss", { user: "ada", role: "admin" }),
      ci: await create("ci", { team: "data" }),
      bot: await create("bot", { team: "web" }),
      crawler: await create("crawler", { organisation: "globex" }),
    },
    change,
    call: async (key, tool, input = {}) => {
      model.follow([{ call: `db_${tool}`, input: { ...input } }, { say: "Done." }]);
      const response = await post("/v1/messages", key, {
        model: "stand-in-model",
        max_tokens: 1_000,
        mcp_servers: [{ type: "url", url: "https://db.example/mcp", name: "db" }],
        tools: [{ type: "mcp_toolset", mcp_server_name: "db" }],
        messages: [{ role: "user", content: "Look into the database." }],
      });
      await response.arrayBuffer();
      return response.status;
    },
    close: async () => {
      await gateway.close();
      await model.close();
    },
  };
}
