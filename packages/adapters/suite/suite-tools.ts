/** A tool of the suite, for a framework to make its own tool from. */
export interface SuiteTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, { readonly type: "string" }>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly execute: (input: Readonly<Record<string, string>>) => Promise<string> | string;
}

const definitions: readonly (readonly [name: string, description: string, ...parameters: string[]])[] = [
  ["clock_now", "Returns the current time."],
  ["slack_post_message", "Send a message to a Slack channel.", "channel", "text"],
  ["slack_list_channels", "List the channels of a Slack workspace."],
  ["github_create_issue", "Create an issue in a GitHub repository.", "repository", "title"],
  ["github_merge_pull_request", "Merge a pull request on GitHub.", "repository", "number"],
  ["calendar_create_event", "Add a meeting to the calendar.", "title", "start"],
  ["calendar_list_events", "List the meetings of a day.", "day"],
  ["weather_forecast", "Get the weather forecast for a city.", "city"],
  ["currency_convert", "Convert an amount of money from one currency to another.", "amount", "from", "to"],
  ["stripe_refund_payment", "Refund a payment that a customer made with a card.", "payment"],
  ["jira_transition_ticket", "Move a Jira ticket to another status.", "ticket", "status"],
  ["notion_append_page", "Append text to a Notion page.", "page", "text"],
  ["translate_text", "Translate a text into another language.", "text", "language"],
  ["image_resize", "Resize an image to a width and a height.", "image", "width", "height"],
  ["database_query", "Run an SQL query against the warehouse.", "sql"],
  ["dns_lookup", "Resolve a host name to its addresses.", "host"],
  ["email_send", "Send an email to a person.", "to", "subject", "body"],
  ["flight_search", "Find flights between two airports.", "from", "to", "date"],
  ["invoice_create", "Create an invoice for a customer.", "customer", "amount"],
  ["repository_delete", "Delete a Git repository for good.", "repository"],
];

/** What a tool was called with. */
export interface ToolRun {
  readonly name: string;
  readonly input: unknown;
}

/** Tools that note their calls. `broken` names one that throws. */
export function suiteTools(runs: ToolRun[], broken?: string): readonly SuiteTool[] {
  return definitions.map(([name, description, ...parameters]) => ({
    name,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" as const }])),
      required: parameters,
      additionalProperties: false,
    },
    execute: (input) => {
      runs.push({ name, input });
      if (name === broken) throw new Error(`${name} is out of order`);
      return `${name} is done`;
    },
  }));
}
