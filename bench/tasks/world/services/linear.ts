import { assignGiven, defineService, find, matchesWords } from "./service.ts";

const teams = [
  { id: "8c1f0c52-team-mobile", name: "Mobile", key: "MOB" },
  { id: "5b7e9d10-team-platform", name: "Platform", key: "PLA" },
  { id: "e2aa4471-team-design", name: "Design", key: "DES" },
];

function issue(
  identifier: string,
  title: string,
  teamId: string,
  status: string,
  priority: number,
  assignee: string | null = null,
) {
  return {
    id: identifier,
    title,
    description: "",
    teamId,
    status,
    priority,
    assigneeId: assignee,
    labels: [] as string[],
  };
}

const [mobile, platform, design] = teams.map(({ id }) => id) as [string, string, string];

const seed = () => ({
  teams: structuredClone(teams),
  projects: [
    { id: "prj-redesign", name: "App redesign", state: "started", teamId: mobile },
    { id: "prj-cost", name: "Cut cloud costs", state: "planned", teamId: platform },
  ],
  issues: [
    issue("MOB-201", "Login screen flickers on Android 15", mobile, "Todo", 3),
    issue("MOB-204", "Push notification opens the wrong order", mobile, "In Progress", 2, "usr-sara"),
    issue("MOB-207", "Order list is slow with 500 orders", mobile, "Todo", 3),
    issue("MOB-198", "Old splash screen after update", mobile, "Done", 4),
    issue("PLA-77", "Rotate the API keys", platform, "Todo", 0),
    issue("PLA-80", "Delete unused buckets", platform, "Backlog", 4),
    issue("PLA-81", "Alert when the queue is longer than 1000", platform, "Todo", 0),
    issue("DES-15", "New icons for weather proof classes", design, "In Progress", 3),
  ],
});

type State = ReturnType<typeof seed>;
type Issue = State["issues"][number];

const urgency = ["No priority", "Urgent", "High", "Medium", "Low"];

const show = (state: State, item: Issue) => ({
  id: item.id,
  identifier: item.id,
  title: item.title,
  description: item.description,
  status: item.status,
  priority: item.priority,
  priorityLabel: urgency[item.priority] ?? "",
  assignee: item.assigneeId,
  team: state.teams.find(({ id }) => id === item.teamId)?.name,
  url: `https://linear.app/halden/issue/${item.id}`,
});

export const linear = defineService("linear", seed, {
  list_teams: (state) => ({ teams: state.teams }),
  list_projects: (state, args: { teamId?: string }) => ({
    projects: state.projects.filter(({ teamId }) => !args.teamId || teamId === args.teamId),
  }),
  list_issues: (state, args: { teamId?: string; assigneeId?: string; status?: string; first?: number }) => ({
    issues: state.issues
      .filter((item) => !args.teamId || item.teamId === args.teamId)
      .filter((item) => !args.assigneeId || item.assigneeId === args.assigneeId)
      .filter((item) => !args.status || item.status.toLowerCase() === args.status.toLowerCase())
      .slice(0, args.first ?? 50)
      .map((item) => show(state, item)),
  }),
  search_issues: (state, args: { query: string; first?: number }) => ({
    issues: state.issues
      .filter((item) => matchesWords(args.query, item.id, item.title, item.description))
      .slice(0, args.first ?? 50)
      .map((item) => show(state, item)),
  }),
  get_issue: (state, args: { issueId: string }) =>
    show(
      state,
      find(state.issues, ({ id }) => id === args.issueId, "Error: Entity not found: Issue"),
    ),
  create_issue: (
    state,
    args: {
      title: string;
      description?: string;
      teamId: string;
      priority?: number;
      assigneeId?: string;
      labels?: string[];
    },
  ) => {
    const team = find(
      state.teams,
      ({ id }) => id === args.teamId,
      "Error: Argument Validation Error - teamId must be a UUID of a team.",
    );
    const number =
      1 +
      Math.max(...state.issues.filter(({ teamId }) => teamId === team.id).map(({ id }) => Number(id.split("-")[1])));
    const created = issue(
      `${team.key}-${number}`,
      args.title,
      team.id,
      "Backlog",
      args.priority ?? 0,
      args.assigneeId ?? null,
    );
    created.description = args.description ?? "";
    created.labels = args.labels ?? [];
    state.issues.push(created);
    return show(state, created);
  },
  update_issue: (state, args: { issueId: string } & Partial<Issue>) => {
    const target = find(state.issues, ({ id }) => id === args.issueId, "Error: Entity not found: Issue");
    const { title, description, status, priority, assigneeId } = args;
    assignGiven(target, { title, description, status, priority, assigneeId } as Partial<Issue>);
    return show(state, target);
  },
});
