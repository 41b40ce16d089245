import { assignGiven, defineService, find, matchesWords, ServiceError } from "./service.ts";

function issue(
  key: string,
  summary: string,
  issueType: string,
  priority: string,
  more: { labels?: string[]; assignee?: string; status?: string } = {},
) {
  return {
    id: key,
    project: key.split("-")[0] ?? "",
    summary,
    issueType,
    priority,
    status: more.status ?? "To Do",
    labels: more.labels ?? [],
    assignee: more.assignee ?? null,
    description: "",
    comments: [] as string[],
  };
}

const seed = () => ({
  projects: [
    { id: "APP", name: "Halden app" },
    { id: "WH", name: "Warehouse" },
    { id: "HRS", name: "People" },
  ],
  users: [
    { id: "5f1maya", displayName: "Maya Lindqvist", emailAddress: "maya@halden.example" },
    { id: "5f1sara", displayName: "Sara Okafor", emailAddress: "sara@halden.example" },
    { id: "5f1benw", displayName: "Ben Wagner", emailAddress: "ben@halden.example" },
    { id: "5f1tomo", displayName: "Tom Ortega", emailAddress: "tortega@halden.example" },
  ],
  issues: [
    issue("APP-405", "Card payment fails for AMEX", "Bug", "Medium", { labels: ["payments"] }),
    issue("APP-408", "Gift cards are charged twice", "Bug", "Low", { labels: ["payments"] }),
    issue("APP-410", "Refund mail has the wrong currency", "Bug", "Medium", {
      labels: ["payments"],
      status: "In Progress",
    }),
    issue("APP-399", "Bank transfer shows no reference", "Bug", "Low", { labels: ["payments"], status: "Done" }),
    issue("APP-411", "Add Swish as a payment method", "Story", "Medium", { labels: ["payments"] }),
    issue("APP-412", "Update the privacy text in settings", "Task", "Medium", {
      assignee: "5f1benw",
      status: "In Review",
    }),
    issue("APP-415", "Map view of pick-up points", "Story", "Medium", { assignee: "5f1benw", status: "In Progress" }),
    issue("WH-61", "Scanner loses wifi at dock 3", "Bug", "High"),
    issue("WH-63", "Reprint labels after a jam", "Story", "Low"),
  ],
  attachments: [] as { id: string; issue: string; fileName: string }[],
  links: [] as { id: string; type: string; from: string; to: string }[],
});

type State = ReturnType<typeof seed>;
type Issue = State["issues"][number];

const transitions = [
  { id: "11", name: "To Do" },
  { id: "21", name: "In Progress" },
  { id: "31", name: "In Review" },
  { id: "41", name: "Done" },
];

const noIssue = '{"errorMessages":["Issue does not exist or you do not have permission to see it."],"errors":{}}';
const issueOf = (state: State, key: string | undefined) =>
  find(state.issues, ({ id }) => id === key?.toUpperCase(), noIssue);
const need = (value: string | undefined, name: string): string => {
  if (value === undefined) throw new ServiceError(`Error: ${name} is required for this action`);
  return value;
};

const show = (state: State, { id, comments: _comments, assignee, ...fields }: State["issues"][number]) => ({
  key: id,
  ...fields,
  assignee: state.users.find((user) => user.id === assignee) ?? null,
});

function userOf(state: State, wanted: string): string {
  const matches = (user: State["users"][number]): boolean =>
    [user.id, user.displayName, user.emailAddress].includes(wanted);
  return find(state.users, matches, `{"errorMessages":[],"errors":{"assignee":"User '${wanted}' does not exist."}}`).id;
}

/** Parts of a text between a word, where the word stands outside of parentheses and quotes. */
function splitAt(word: "and" | "or", text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const token of text.match(/"[^"]*"|'[^']*'|[()]|[^\s()"']+|\s+/g) ?? []) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    if (depth === 0 && token.toLowerCase() === word) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${token}`);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function matchesCondition(state: State, item: Issue, condition: string): boolean {
  const parsed = /^"?(\w+)"?\s*(=|!=|~|not in|in|is not|is)\s*(.+)$/is.exec(condition);
  if (!parsed) throw new ServiceError(`{"errorMessages":["Error in the JQL Query: unexpected '${condition}'"]}`);
  const [, field = "", operator = "", raw = ""] = parsed;
  const values = raw
    .trim()
    .replace(/^\(|\)$/g, "")
    .split(",")
    .map((text) =>
      text
        .trim()
        .replace(/^["']|["']$/g, "")
        .toLowerCase(),
    );
  const mine = valuesOf(state, item)[field.toLowerCase()];
  if (!mine) {
    throw new ServiceError(
      `{"errorMessages":["Field '${field}' does not exist or you do not have permission to view it."]}`,
    );
  }
  const holds =
    operator === "~"
      ? values.some((value) => matchesWords(value.replaceAll("*", ""), ...mine))
      : values.some((value) => mine.some((text) => text.toLowerCase() === value));
  return operator === "!=" || /not/i.test(operator) ? !holds : holds;
}

/** The values that JQL compares for each field; an empty field is "empty" and "null". */
function valuesOf(state: State, item: Issue): Record<string, readonly string[]> {
  const assignee = state.users.find(({ id }) => id === item.assignee);
  const category = ["To Do", "Done"].includes(item.status) ? item.status : "In Progress";
  const project = state.projects.find(({ id }) => id === item.project);
  return {
    project: [item.project, project?.name ?? ""],
    key: [item.id],
    issuekey: [item.id],
    id: [item.id],
    type: [item.issueType],
    issuetype: [item.issueType],
    status: [item.status],
    statuscategory: [category],
    resolution: item.status === "Done" ? ["Done"] : ["Unresolved", "empty", "null"],
    priority: [item.priority],
    labels: item.labels.length > 0 ? item.labels : ["empty", "null"],
    assignee: assignee ? [assignee.id, assignee.displayName, assignee.emailAddress] : ["empty", "null"],
    summary: [item.summary],
    text: [item.summary, item.description],
    description: [item.description],
  };
}

/** JQL with AND, OR and parentheses; what else it has is an error, as an unknown field is in Jira. */
function matchesJql(state: State, item: Issue, jql: string): boolean {
  const text = jql.replace(/\s*order by .*$/is, "").trim();
  const either = splitAt("or", text);
  if (either.length > 1) return either.some((part) => matchesJql(state, item, part));
  return splitAt("and", text).every((part) =>
    part.startsWith("(") && part.endsWith(")")
      ? matchesJql(state, item, part.slice(1, -1))
      : matchesCondition(state, item, part),
  );
}

export const jira = defineService("jira", seed, {
  jira_issues: (
    state,
    args: {
      action: string;
      issueKey?: string;
      projectKey?: string;
      summary?: string;
      issueType?: string;
      description?: unknown;
      priority?: string;
      assignee?: string;
      labels?: string[];
    },
  ) => {
    const { summary, priority, labels } = args;
    const description =
      args.description === undefined
        ? undefined
        : typeof args.description === "string"
          ? args.description
          : JSON.stringify(args.description);
    if (args.action === "create") {
      const project = find(
        state.projects,
        ({ id }) => id === args.projectKey,
        '{"errors":{"project":"valid project is required"}}',
      ).id;
      const number =
        1 +
        Math.max(
          0,
          ...state.issues.filter((item) => item.project === project).map(({ id }) => Number(id.split("-")[1])),
        );
      const created = issue(
        `${project}-${number}`,
        need(summary, "summary"),
        args.issueType ?? "Task",
        priority ?? "Medium",
        labels ? { labels } : {},
      );
      created.description = description ?? "";
      if (args.assignee) created.assignee = userOf(state, args.assignee);
      state.issues.push(created);
      return show(state, created);
    }
    const target = issueOf(state, args.issueKey);
    if (args.action === "assign") target.assignee = userOf(state, need(args.assignee, "assignee"));
    if (args.action === "update") {
      assignGiven(target, { summary, priority, labels, description } as Partial<typeof target>);
      if (args.assignee) target.assignee = userOf(state, args.assignee);
    }
    return show(state, target);
  },
  jira_search: (
    state,
    args: { action: string; jql?: string; query?: string; projectKey?: string; maxResults?: number },
  ) => {
    if (args.action === "projects") return state.projects.map(({ id, name }) => ({ key: id, name }));
    if (args.action === "users") {
      return state.users
        .filter(({ displayName, emailAddress }) => matchesWords(args.query ?? "", displayName, emailAddress))
        .map(({ id, ...user }) => ({ accountId: id, ...user }));
    }
    if (args.action === "create_metadata")
      return {
        projectKey: args.projectKey,
        issueTypes: ["Bug", "Task", "Story"],
        priorities: ["Highest", "High", "Medium", "Low"],
      };
    const issues = state.issues.filter((item) => matchesJql(state, item, args.jql ?? ""));
    return { total: issues.length, issues: issues.slice(0, args.maxResults ?? 50).map((item) => show(state, item)) };
  },
  jira_comments: (state, args: { action: string; issueKey: string; comment?: unknown }) => {
    const target = issueOf(state, args.issueKey);
    if (args.action === "get") return { comments: target.comments };
    const comment =
      typeof args.comment === "string" ? args.comment : JSON.stringify(args.comment ?? need(undefined, "comment"));
    target.comments.push(comment);
    return { message: "Comment added", body: comment };
  },
  jira_workflow: (state, args: { action: string; issueKey: string; transitionId?: string; comment?: string }) => {
    const target = issueOf(state, args.issueKey);
    const possible = transitions.filter(({ name }) => name !== target.status);
    if (args.action === "get_transitions") return { transitions: possible };
    const wanted = find(
      possible,
      ({ id }) => id === args.transitionId,
      `{"errorMessages":["Transition id '${args.transitionId}' is not valid for this issue."]}`,
    );
    target.status = wanted.name;
    if (args.comment) target.comments.push(args.comment);
    return { key: target.id, status: target.status };
  },
  jira_attachments: (state, args: { action: string; issueKey?: string }) => {
    if (args.action !== "list") throw new ServiceError("Error: attachments are switched off on this site");
    return state.attachments.filter((item) => item.issue === issueOf(state, args.issueKey).id);
  },
  jira_links: (
    state,
    args: { action: string; issueKey?: string; linkedIssueKey?: string; linkType?: string; linkId?: string },
  ) => {
    if (args.action === "get_link_types") return ["Blocks", "Relates", "Duplicate"];
    if (args.action === "list")
      return state.links.filter(({ from, to }) => from === args.issueKey || to === args.issueKey);
    if (args.action === "remove") {
      const found = find(state.links, ({ id }) => id === args.linkId, noIssue);
      state.links.splice(state.links.indexOf(found), 1);
      return { removed: found.id };
    }
    const link = {
      id: String(10_000 + state.links.length),
      type: need(args.linkType, "linkType"),
      from: issueOf(state, args.issueKey).id,
      to: issueOf(state, args.linkedIssueKey).id,
    };
    state.links.push(link);
    return link;
  },
});
