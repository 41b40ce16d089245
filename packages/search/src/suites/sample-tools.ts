import type { SearchableTool } from "../tool/searchable-tool.ts";

/** A small catalogue: two servers whose tools share a name, built-in tools, and a tool without a description. */
export const sampleTools: readonly SearchableTool[] = [
  {
    name: "mcp__github__create_issue",
    description: "Open a new issue in a repository.",
    inputSchema: { type: "object", properties: { title: { type: "string", description: "Headline of the issue" } } },
  },
  { name: "mcp__github__list_pull_requests", description: "List the pull requests of a repository." },
  { name: "mcp__gitlab__create_issue", description: "Open a new issue in a project." },
  { name: "mcp__slack__send_message", description: "Send a message to a channel or a person.", searchHint: "chat dm" },
  { name: "mcp__slack__list_channels", description: "List the channels of a workspace." },
  { name: "mcp__mail__send_email", description: "Send an email with attachments." },
  { name: "mcp__weather__get_forecast", description: "Weather forecast for a city for the next days." },
  { name: "mcp__files__read_file", description: "Read the contents of a file from disk." },
  { name: "WebFetch", description: "Fetch a web page and return its text." },
  { name: "NotebookEdit", description: "Edit a cell of a notebook." },
  { name: "ping" },
];

/** Tools that differ in their names only, in an order other than that of their names. */
export const twinTools: readonly SearchableTool[] = [
  "mcp__zeta__ring_bell",
  "mcp__alpha__ring_bell",
  "mcp__mid__ring_bell",
].map((name) => ({ name, description: "Ring the bell of a house.", server: "bells" }));
