import { serverEntryKeys } from "@toolcrib/mcp/config";
import { embedderNames } from "@toolcrib/search";
import { z } from "zod";
import type { McpConfig, SearchConfig, SkillsConfig } from "./gateway-config.ts";

/** `search` in a config. */
export const searchSchema: z.ZodType<SearchConfig> = z.strictObject({
  embedder: z
    .enum(embedderNames)
    .optional()
    .describe("What compares meanings: the included table, or the package @toolcrib/encoder. Read at the start."),
  languages: z
    .boolean()
    .optional()
    .describe("Whether texts in other languages are read, by the package @toolcrib/languages. Read at the start."),
  index: z
    .enum(["memory", "store"])
    .optional()
    .describe("Where the tools of requests are indexed: in memory, or in the store's database. Read at the start."),
  learn: z
    .boolean()
    .optional()
    .describe("Whether searches learn which of the found tools are then called, for each key alone."),
});

/** `mcp` in a config. */
export const mcpSchema: z.ZodType<McpConfig> = z.strictObject({
  allowedHosts: z.array(z.string()).optional().describe("Hosts of MCP servers that requests may name by URL."),
  listFoundTools: z.boolean().optional().describe("Whether the front at /mcp adds found tools to its list."),
  programs: z
    .enum(["javascript", "python"])
    .optional()
    .describe(
      "The language of programs that the front at /mcp runs, by the package @toolcrib/code. Read at the start.",
    ),
});

/** One of `mcpServers` in a config. The values are read with the entry, which may be that of a server that cannot start: it must not stop the others. */
export const serverEntrySchema: z.ZodType<Readonly<Record<string, unknown>>> = z.strictObject(
  Object.fromEntries(
    Object.entries(serverEntryKeys).map(([key, meaning]) => [key, z.unknown().optional().describe(meaning)]),
  ),
);

/** `skills` in a config. */
export const skillsSchema: z.ZodType<SkillsConfig> = z.strictObject({
  folders: z.array(z.string().min(1)).max(100).optional().describe("Folders of folders with a SKILL.md each."),
  urls: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(1_000)
    .optional()
    .describe("URLs of SKILL.md files."),
});
