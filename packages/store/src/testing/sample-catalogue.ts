import type { SearchableTool } from "@toolcrib/search";

const servers: Readonly<Record<string, readonly (readonly [name: string, description: string])[]>> = {
  github: [
    ["create_issue", "Create a new issue in a repository. Labels and assignees are optional."],
    ["list_issues", "List the issues of a repository, filtered by state and label."],
    ["merge_pull_request", "Merge a pull request into its base branch."],
    ["get_file_contents", "Read a file or a folder of a repository."],
    ["search_code", "Search code across repositories."],
  ],
  slack: [
    ["send_message", "Send a message to a channel or a person."],
    ["list_channels", "List the channels of a workspace."],
    ["set_reminder", "Set a reminder for yourself at a time."],
  ],
  mail: [
    ["send_email", "Send an email with attachments to recipients."],
    ["search_inbox", "Search messages in the inbox by sender, subject or words."],
    ["archive_thread", "Archive a conversation so that it leaves the inbox."],
  ],
  weather: [
    ["get_forecast", "Weather forecast for a city for the next days."],
    ["get_current_conditions", "Current temperature, wind and humidity of a place."],
  ],
  calendar: [
    ["create_event", "Create an event in a calendar and invite guests."],
    ["find_free_time", "Find a time at which all guests are free."],
    ["delete_event", "Delete an event and tell its guests."],
  ],
  jira: [
    ["create_issue", "Create a ticket in a project."],
    ["transition_issue", "Move a ticket to another status of its workflow."],
    ["add_comment", "Add a comment to a ticket."],
  ],
  shop: [
    ["place_order", "Order products for a customer."],
    ["refund_payment", "Refund a payment to the card of a customer."],
    ["track_shipment", "Where a parcel is, and when it arrives."],
  ],
  files: [
    ["read_file", "Read a text file from disk."],
    ["write_file", "Write a text file to disk, replacing what is there."],
    ["compress_folder", "Compress a folder into an archive."],
    ["translate_document", "Translate a document into another language."],
  ],
};

/** Tools of usual servers, with departments of an office that nobody asks for, so that most tools do not match. */
export const sampleTools: readonly SearchableTool[] = [
  ...Object.entries(servers).flatMap(([server, tools]) =>
    tools.map(([name, description]) => ({ name: `mcp__${server}__${name}`, description, server })),
  ),
  ...Array.from({ length: 270 }, (_, number) => ({
    name: `mcp__office${number % 9}__report_${number}`,
    description: `Monthly report ${number} about ${["stairs", "lamps", "chairs", "windows", "doors"][number % 5]} of floor ${number % 30}.`,
    server: `office${number % 9}`,
    input_schema: { type: "object", properties: { month: { type: "string", description: "The month, such as May." } } },
  })),
  { name: "Bash", description: "Run a command in a shell." },
  { name: "ping" },
];

/** Queries of every form. */
export const sampleQueries: readonly string[] = [
  "create an issue",
  "let the team know that I am late",
  "will it rain in Berlin tomorrow",
  "send an email with the report and set a reminder",
  "give the customer his money back",
  "where is my parcel",
  "report about lamps",
  "+slack send",
  "+create event",
  "+nothinglikethis send",
  "create_issue",
  "createIssue",
  "read_file, search_code and list_channels",
  "mcp__github",
  "mcp__github__creat_isue",
  "mcp__office3__report",
  "select:mcp__slack__send_message,read_file,no_such_tool",
  "select:snd_mesage",
  "/^mcp__mail__.*inbox$/",
  "xqzzt brrfl",
  "sned emial",
  "wetter vorhersage",
  "",
];
