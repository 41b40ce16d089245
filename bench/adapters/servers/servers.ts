/** A server of servers/package.json. Keys are invented: servers list their tools without using them. */
export interface BenchServer {
  readonly name: string;
  readonly package: string;
  /** The command that the package installs. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const servers: readonly BenchServer[] = [
  { name: "everything", package: "@modelcontextprotocol/server-everything", command: "mcp-server-everything" },
  {
    name: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    command: "mcp-server-filesystem",
    args: ["."],
  },
  { name: "memory", package: "@modelcontextprotocol/server-memory", command: "mcp-server-memory" },
  { name: "github", package: "@modelcontextprotocol/server-github", command: "mcp-server-github" },
  {
    name: "gitlab",
    package: "@modelcontextprotocol/server-gitlab",
    command: "mcp-server-gitlab",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
  },
  {
    name: "slack",
    package: "@modelcontextprotocol/server-slack",
    command: "mcp-server-slack",
    env: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "none" },
  },
  {
    name: "maps",
    package: "@modelcontextprotocol/server-google-maps",
    command: "mcp-server-google-maps",
    env: { GOOGLE_MAPS_API_KEY: "none" },
  },
  {
    name: "notion",
    package: "@notionhq/notion-mcp-server",
    command: "notion-mcp-server",
    env: { NOTION_TOKEN: "none" },
  },
  { name: "playwright", package: "@playwright/mcp", command: "playwright-mcp", args: ["--headless"] },
  {
    name: "git",
    package: "@cyanheads/git-mcp-server",
    command: "git-mcp-server",
    env: { MCP_TRANSPORT_TYPE: "stdio" },
  },
  {
    name: "airtable",
    package: "airtable-mcp-server",
    command: "airtable-mcp-server",
    env: { AIRTABLE_API_KEY: "none" },
  },
];
