import { type SampleTool, sampleTools } from "./catalogue.ts";
import { type Conversation, playConversation } from "./conversations.ts";
import type { RealGateway } from "./real-gateway.ts";
import type { Intent } from "./stand-in-model.ts";

/** The clock of a gateway that has a whole day in a minute. */
export class DayClock {
  #time: number;
  #setAt = Date.now();

  constructor(time: number) {
    this.#time = time;
  }

  get now(): number {
    return this.#time + (Date.now() - this.#setAt);
  }

  set(time: number): void {
    this.#time = time;
    this.#setAt = Date.now();
  }
}

/** Other services that do the same, so that the catalogue is as large as those that people have. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  github: ["gitlab", "bitbucket", "jira"],
  slack: ["teams", "discord"],
  calendar: ["outlook"],
  stripe: ["paypal", "adyen"],
  postgres: ["mysql", "bigquery", "snowflake"],
  browser: ["playwright"],
  maps: ["routing"],
};

const manyTools: readonly SampleTool[] = sampleTools.flatMap((tool) => {
  const [, service = ""] = tool.name.split("__");
  return [service, ...(siblings[service] ?? [])].map((other) => detailed(tool, service, other));
});

/** Definitions as long as those of public servers, of which most have 300 to 600 tokens. */
function detailed(tool: SampleTool, service: string, other: string): SampleTool {
  const paging = { type: "integer", minimum: 1, description: "Which page of the results to return, starting with 1." };
  const format = {
    type: "string",
    enum: ["full", "summary", "ids"],
    description: "How much of each result to return.",
  };
  const workspace = {
    type: "string",
    description: `The ${other} workspace to use. Leave it out to use the default one of the signed-in account.`,
  };
  return {
    ...tool,
    name: tool.name.replace(service, other),
    description: [
      tool.description,
      `Works on ${other} with the permissions of the signed-in account, and fails with a reason if they do not suffice.`,
      "Look up ids with the list tools of this server first; do not guess them. Times are in UTC, in ISO 8601.",
      "Returns the affected objects with their ids and web addresses, so that later calls can refer to them.",
    ].join(" "),
    input_schema: {
      ...tool.input_schema,
      properties: {
        ...tool.input_schema.properties,
        workspace,
        format,
        page: paging,
        perPage: { ...paging, maximum: 100, description: "How many results a page has, at most 100." },
        dryRun: { type: "boolean", description: "Only say what would be done, without doing it. Default: false." },
      },
    },
  };
}

interface Task {
  readonly prompt: string;
  readonly searches: readonly string[];
  readonly call: string;
  readonly result: string;
  readonly answer: string;
}

function task(prompt: string, search: string, call: string, result: string, answer: string): Task {
  return { prompt, searches: [search], call, result, answer };
}

const tasks: readonly Task[] = [
  task(
    "The login page is broken. Please open an issue about it.",
    "create an issue",
    "mcp__github__create_issue",
    "Issue 42 was opened.",
    "I opened issue 42.",
  ),
  task(
    "Tell the team that the release is done.",
    "post a message to a channel",
    "mcp__slack__send_message",
    "Sent.",
    "The team knows.",
  ),
  task(
    "When are Ada and Grace both free this week?",
    "find free time of several people",
    "mcp__calendar__find_free_time",
    "Thursday at 14:00.",
    "Both are free on Thursday at 14:00.",
  ),
  task(
    "How many orders did we have last month?",
    "run an SQL query in postgres",
    "mcp__postgres__run_query",
    "1,284",
    "1,284 orders.",
  ),
  task(
    "Give the customer of payment 7 the money back.",
    "refund a payment in stripe",
    "mcp__stripe__refund_payment",
    "Refunded.",
    "The customer has the money back.",
  ),
  task(
    "Take a picture of our pricing page.",
    "screenshot of a web page",
    "mcp__browser__take_screenshot",
    "Saved as pricing.png.",
    "It is in pricing.png.",
  ),
  task(
    "How do I get from the station to the office?",
    "directions between two places",
    "mcp__maps__get_directions",
    "Tram 4, twelve minutes.",
    "Take tram 4; it takes twelve minutes.",
  ),
  task(
    "Which commits went into the release branch?",
    "list commits of a branch",
    "mcp__github__list_commits",
    "9 commits.",
    "Nine commits went in.",
  ),
  {
    ...task(
      "Translate the contract and share it in #legal.",
      "share a file in a channel",
      "mcp__slack__upload_file",
      "Shared.",
      "I cannot translate it. The original is in #legal.",
    ),
    searches: ["translate a document", "share a file in a channel"],
  },
  {
    ...task(
      "Print the badge for tomorrow's visitor, and put the visit into the calendar.",
      "put an appointment into the calendar",
      "mcp__calendar__create_event",
      "Created.",
      "The visit is in the calendar. There is no tool for badges.",
    ),
    searches: ["print a visitor badge", "put an appointment into the calendar"],
  },
];

const models = ["claude-sonnet-5-5", "claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"];

/** How many conversations begin in each hour, from seven in the morning. */
const perHour = [1, 2, 5, 7, 6, 3, 4, 7, 6, 5, 2];

/** Plays the conversations of a team's day, until half past five, through the gateway. */
export async function playWorkingDay(gateway: RealGateway, clock: DayClock): Promise<void> {
  const midnight = new Date(clock.now).setHours(0, 0, 0, 0);
  let played = 0;
  for (const [index, count] of perHour.entries()) {
    for (let place = 0; place < count; place++) {
      clock.set(midnight + (7 + index) * 3_600_000 + Math.round((place / count) * 3_000_000));
      const chosen = tasks[(played * 7) % tasks.length] as Task;
      await playConversation(gateway, conversationOf(chosen, played, models[(played * 3) % models.length] as string));
      played++;
    }
  }
  clock.set(midnight + 17.5 * 3_600_000);
}

function conversationOf(chosen: Task, number: number, model: string): Conversation {
  const script: readonly Intent[] = [
    ...chosen.searches.map((search) => ({ search })),
    // A tool that was found is called again and again, as agents do.
    ...Array.from({ length: 3 + ((number * 5) % 8) }, (_, page) => ({ call: chosen.call, input: { page } })),
    { say: chosen.answer },
  ];
  return {
    name: "injected",
    request: {
      model,
      // Conversations that begin alike would be one.
      metadata: { user_id: `user-${number}` },
      system: "You are a helpful agent in a small company.",
      tools: [...manyTools],
      messages: [{ role: "user", content: chosen.prompt }],
    },
    script,
    answer: () => chosen.result,
  };
}
