import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createGateway, type GatewayConfig } from "@toolcrib/gateway";
import { catalogueTool, ServerPool } from "@toolcrib/mcp";
import type { ServerEntry } from "@toolcrib/mcp/config";
import { studioPages } from "../../src/index.ts";
import { type StandInModel, startStandInModel } from "./stand-in-model.ts";

const require = createRequire(import.meta.url);
const manifests = {
  everything: require.resolve("@modelcontextprotocol/server-everything/package.json"),
  memory: require.resolve("@modelcontextprotocol/server-memory/package.json"),
};

/** A gateway with the studio, two real MCP servers and a stand-in for the model. */
export interface RealGateway {
  readonly url: string;
  readonly model: StandInModel;
  readonly pool: ServerPool;
  close(): Promise<void>;
}

/** Starts all of it on free ports; payloads are kept unless the config says otherwise. */
export async function startRealGateway(
  config: GatewayConfig = {},
  pageFolder?: string,
  clock?: { readonly now: number },
): Promise<RealGateway> {
  const model = await startStandInModel();
  const pool = new ServerPool({
    entries: [stdioEntry("everything"), stdioEntry("memory"), brokenEntry],
    cacheFolder: null,
    start: "eager",
    restart: { attempts: 0 },
  });
  await pool.start();
  await Promise.all(["everything", "memory"].map((name) => pool.connect(name)));
  await pool.connect("broken").catch(() => {});
  const gateway = await createGateway(
    {
      upstreams: { "stand-in": { dialect: "anthropic", url: model.url, apiKey: "a-key-of-the-stand-in" } },
      trace: { captureContent: true },
      ...config,
    },
    {
      pages: studioPages({ folder: pageFolder }),
      ...(clock !== undefined && { now: () => clock.now }),
      findMcpServer: (name) => (name === "memory" || name === "everything" ? pool.connection(name) : undefined),
      admin: {
        tools: () => pool.tools().map(catalogueTool),
        servers: () =>
          pool.servers().map(({ name, state, reason, tools, stderr }) => ({ name, state, reason, tools, log: stderr })),
      },
    },
  );
  const { url } = await gateway.listen({ port: 0 });
  return {
    url,
    model,
    pool,
    close: async () => {
      await gateway.close();
      await pool.close();
      await model.close();
    },
  };
}

function stdioEntry(name: keyof typeof manifests): ServerEntry {
  return {
    name,
    source: "the test",
    transport: "stdio",
    command: process.execPath,
    args: [join(dirname(manifests[name]), "dist/index.js")],
    env: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
  };
}

/** A server that cannot start, as every config has one sooner or later. */
const brokenEntry: ServerEntry = {
  name: "broken",
  source: "the test",
  transport: "stdio",
  command: process.execPath,
  args: ["-e", "console.error('no token was given'); process.exit(1)"],
  env: {},
  disabled: false,
  alwaysLoad: false,
  policy: [],
};
