import type { CallRecord, ServiceDefinition, Task, ToolDefinition, World } from "../types.ts";

function tool(
  name: string,
  description: string,
  properties: Record<string, object>,
  required: string[],
): ToolDefinition {
  return { name, description, inputSchema: { type: "object", properties, required } };
}

const string = (description: string) => ({ type: "string", description });

/** Two services of three tools, and one whose tools nobody needs. */
export const tinyServices: readonly ServiceDefinition[] = [
  {
    server: "github",
    package: "tiny",
    version: "1.0.0",
    licence: "MIT",
    tools: [
      tool(
        "create_issue",
        "Opens an issue in a repository.",
        { repo: string("The repository."), title: string("Its title.") },
        ["repo", "title"],
      ),
      tool("list_issues", "Lists the issues of a repository.", { repo: string("The repository.") }, ["repo"]),
      tool(
        "merge_pull_request",
        "Merges a pull request.",
        { repo: string("The repository."), number: { type: "integer" } },
        ["repo", "number"],
      ),
    ],
  },
  {
    server: "slack",
    package: "tiny",
    version: "1.0.0",
    licence: "MIT",
    tools: [
      tool(
        "post_message",
        "Posts a message to a channel.",
        { channel: string("The channel's id."), text: string("The message.") },
        ["channel", "text"],
      ),
      tool("list_channels", "Lists all channels with their ids.", {}, []),
    ],
  },
  {
    server: "garden",
    package: "tiny",
    version: "1.0.0",
    licence: "MIT",
    tools: Array.from({ length: 40 }, (_, index) =>
      tool(
        `water_bed_${index}`,
        `Waters the bed ${index} of the garden for some minutes.`,
        { minutes: { type: "integer" } },
        ["minutes"],
      ),
    ),
  },
];

export const issueTask: Task = {
  id: "issue",
  kind: "single",
  request: "Open an issue 'Broken link' in the repository docs.",
  needs: ["github/create_issue"],
  solution: (call) => call("github/create_issue", { repo: "docs", title: "Broken link" }).text,
  check: (world) =>
    (world.state("github")["issues"] as string[]).includes("docs: Broken link") ? [] : ["no such issue"],
};

export const messageTask: Task = {
  id: "message",
  kind: "chain",
  request: "Say hello in the channel general.",
  needs: ["slack/list_channels", "slack/post_message"],
  solution: (call) => {
    call("slack/list_channels", {});
    return call("slack/post_message", { channel: "C7", text: "hello" }).text;
  },
  check: (world) => ((world.state("slack")["messages"] as string[]).includes("C7: hello") ? [] : ["no message"]),
};

export const tinyTasks: readonly Task[] = [issueTask, messageTask];

/** The services, with nothing in them. */
export function createTinyWorld(): World {
  const issues: string[] = [];
  const messages: string[] = [];
  const calls: CallRecord[] = [];
  const run = (name: string, args: Readonly<Record<string, unknown>>) => {
    switch (name) {
      case "github/create_issue":
        issues.push(`${String(args["repo"])}: ${String(args["title"])}`);
        return { text: JSON.stringify({ number: issues.length }) };
      case "github/list_issues":
        return { text: JSON.stringify(issues) };
      case "slack/list_channels":
        return { text: '[{"id":"C7","name":"general"}]' };
      case "slack/post_message":
        if (args["channel"] !== "C7") return { text: "channel_not_found", isError: true };
        messages.push(`C7: ${String(args["text"])}`);
        return { text: "ok" };
      default:
        return { text: `Unknown tool ${name}`, isError: true };
    }
  };
  return {
    call(server, name, args) {
      const result = run(`${server}/${name}`, args);
      calls.push({ server, tool: name, arguments: args, result });
      return result;
    },
    calls,
    state: (server) => (server === "github" ? { issues } : { messages }),
  };
}
