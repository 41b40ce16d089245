import { type SearchAnswer, type Tool, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";

/** A small catalogue with two servers that share a name, built-in tools, and tools that say little of themselves. */
export const workshopTools: readonly Tool[] = [
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

/** An index of these tools, with its vectors where it has an embedder; words only where none is given. */
export async function indexOf(
  tools: Iterable<Tool>,
  options: ToolIndexOptions = { embedder: null },
): Promise<ToolIndex> {
  const index = new ToolIndex(options);
  index.add(tools);
  await index.ready();
  return index;
}

/** The names of the hits, in their order. */
export function namesOf({ hits }: Pick<SearchAnswer, "hits">): string[] {
  return hits.map(({ name }) => name);
}

/** The same values in another order, the same for the same seed. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  let state = seed;
  const keyed = values.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { value, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
