import type { Tool } from "@toolcrib/core";
import { catalogueTool, entrySecrets, type ServerStatus } from "@toolcrib/mcp";
import { CommandError } from "../errors/command-error.ts";
import type { Output } from "../output/console-output.ts";
import { readTools } from "../reading/read-tools.ts";
import { chooseConfigFiles } from "./choose-config-files.ts";
import { openPool } from "./open-pool.ts";
import { readServers } from "./read-servers.ts";
import { waitForServers } from "./wait-for-servers.ts";

/** A tool with a name, as all of a config or a file have one. */
export type NamedTool = Tool & { readonly name: string };

/** Everything that there is to look at. */
export interface CollectedTools {
  readonly tools: readonly NamedTool[];
  readonly servers: readonly ServerStatus[];
  /** What is wrong with configs. */
  readonly problems: readonly string[];
}

interface Sources {
  readonly config?: readonly string[];
  readonly tools?: readonly string[];
  readonly wait: number;
  readonly fresh?: true;
}

/** The tools of files, and those of servers; servers that were started here are ended again. */
export async function collectTools({ config, tools, wait, fresh }: Sources, output: Output): Promise<CollectedTools> {
  const fromFiles = (tools === undefined ? [] : await readTools(tools)).map(fromFile);
  if (tools !== undefined && config === undefined) {
    return { tools: fromFiles, servers: [], problems: [] };
  }
  const { entries, problems } = await readServers(chooseConfigFiles(config));
  output.hide(entries.flatMap(entrySecrets));
  if (entries.length === 0 && problems.length === 0 && fromFiles.length === 0) {
    throw new CommandError("no_servers", { files: "" });
  }
  const { pool } = await openPool({ entries, ...(fresh ? { cacheFolder: null } : {}) });
  try {
    await waitForServers(pool, wait * 1_000, output);
    const pooled = pool.tools().map((tool) => catalogueTool(tool) satisfies Tool as NamedTool);
    return {
      tools: [...fromFiles, ...pooled],
      servers: pool.servers(),
      problems: problems.map(({ message }) => message),
    };
  } finally {
    await pool.close();
  }
}

function fromFile({
  name,
  description,
  inputSchema,
  server,
  searchHint,
}: Awaited<ReturnType<typeof readTools>>[0]): NamedTool {
  return {
    name,
    ...(description ? { description } : {}),
    inputSchema: inputSchema ?? { type: "object" },
    ...(server ? { server } : {}),
    ...(searchHint ? { searchHint } : {}),
  };
}
