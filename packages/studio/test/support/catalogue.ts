/** A tool as a client sends it. */
export interface SampleTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly properties: Readonly<Record<string, unknown>> };
}

/** Services with what they do: `verb_object: what it does; arguments`. */
const services: Readonly<Record<string, readonly string[]>> = {
  github: [
    "create_issue: Open a new issue in a repository; repository, title, body",
    "list_issues: List the open issues of a repository; repository, state",
    "close_issue: Close an issue with a comment; repository, number",
    "create_pull_request: Propose the changes of a branch; repository, branch, title",
    "merge_pull_request: Merge a pull request; repository, number",
    "list_commits: List the latest commits of a branch; repository, branch",
    "fork_repository: Make a copy of a repository under another owner; repository, owner",
    "search_code: Search the code of all repositories; query",
  ],
  slack: [
    "send_message: Post a message to a channel; channel, text",
    "list_channels: List the channels of the workspace; cursor",
    "add_reaction: React to a message with an emoji; channel, message, emoji",
    "set_status: Set what others see beside your name; text, until",
    "upload_file: Share a file in a channel; channel, path",
  ],
  calendar: [
    "create_event: Put an appointment into the calendar; title, start, end, guests",
    "list_events: List the appointments of a day; day",
    "delete_event: Remove an appointment; event",
    "find_free_time: Find a time that suits everybody; guests, minutes",
  ],
  stripe: [
    "refund_payment: Give a customer money back, in whole or in part; payment, amount",
    "create_invoice: Write an invoice for a customer; customer, items",
    "list_payments: List the latest payments; customer, limit",
    "cancel_subscription: End a subscription at the end of its period; subscription",
  ],
  postgres: [
    "run_query: Run a statement of SQL that only reads; sql",
    "list_tables: List the tables of a schema; schema",
    "describe_table: Show the columns of a table; table",
    "explain_query: Show how the database would run a statement; sql",
  ],
  browser: [
    "open_page: Load a web page; url",
    "take_screenshot: Take a picture of the page or of one element; selector",
    "click: Click on an element of the page; selector",
    "fill_form: Write into the fields of a form; fields",
  ],
  maps: [
    "get_directions: Say how to get from one place to another; from, to, mode",
    "find_places: Find places of a kind near a position; kind, near",
    "geocode: Turn an address into coordinates; address",
  ],
  notes: [
    "create_note: Write a new note; title, text",
    "search_notes: Search the notes by their words; query",
    "misc: ; id",
  ],
};

/** A few dozen tools of eight services, as MCP servers would offer them; one of them has no description. */
export const sampleTools: readonly SampleTool[] = Object.entries(services).flatMap(([service, lines]) =>
  lines.map((line) => {
    const [name = "", rest = ""] = line.split(": ");
    const [description = "", argumentList = ""] = rest.split(";");
    const properties = argumentList
      .split(",")
      .map((argument) => argument.trim())
      .filter((argument) => argument !== "")
      .map((argument) => [argument, { type: "string", description: `The ${argument}.` }] as const);
    return {
      name: `mcp__${service}__${name}`,
      description: description.trim() === "" ? "" : `${description.trim()}.`,
      input_schema: { type: "object", properties: Object.fromEntries(properties) },
    };
  }),
);

/** A tool that stays in the prompt. */
export const readFileTool: SampleTool = {
  name: "read_file",
  description: "Read a file of the project.",
  input_schema: { type: "object", properties: { path: { type: "string", description: "Where it is." } } },
};

/** The client's own search, as Claude Code has it. */
export const toolSearchTool: SampleTool = {
  name: "ToolSearch",
  description: "Finds deferred tools by name or by words.",
  input_schema: {
    type: "object",
    properties: { query: { type: "string" }, max_results: { type: "number" } },
  },
};
