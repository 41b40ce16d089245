// What every case is about: 200 deferred tools, one of which the model needs, and what the model does.

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}

/** An answer as a client reads it. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
}

const schema = {
  type: "object",
  properties: { title: { type: "string" }, count: { type: "number" } },
  required: ["title"],
};

/** The tool that the model needs. */
export const wantedTool: Tool = {
  name: "mcp__github__create_issue",
  description: "Open a new issue in a repository",
  schema,
};

/** The deferred tools of a request. */
export const deferredTools: readonly Tool[] = [
  ...Array.from({ length: 199 }, (_, number) => ({
    name: `mcp__server${number % 10}__tool_${number}`,
    description: `Does thing number ${number} with records and files`,
    schema,
  })),
  wantedTool,
];

/** The tool that is always in the prompt. */
export const eagerTool: Tool = {
  name: "Bash",
  description: "Runs a command",
  schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
};

/** The search that the client answers. */
export const searchTool: Tool = {
  name: "ToolSearch",
  description: "Finds deferred tools",
  schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};

export const searchQuery = "open a new issue in a repository";

/** What the model says and calls once the tool is found. */
export const scriptedAnswer: Answer = {
  text: "I open the issue.",
  calls: [{ name: wantedTool.name, input: { title: "Door squeaks", count: 3 } }],
};
