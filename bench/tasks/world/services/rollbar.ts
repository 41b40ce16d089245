import { assignGiven, defineService, find, matchesWords } from "./service.ts";

const item = (
  id: number,
  counter: number,
  title: string,
  level: string,
  environment: string,
  occurrences: number,
  status = "active",
) => ({
  id,
  counter,
  title,
  level,
  environment,
  total_occurrences: occurrences,
  status,
  assigned_user_id: null as number | null,
  resolved_in_version: null as string | null,
});

const seed = () => ({
  projects: [{ id: 1, name: "halden-app" }],
  items: [
    item(4400912, 912, "TypeError: cannot read 'price' of undefined in OrderRow", "error", "production", 1873),
    item(4400907, 907, "Timeout: GET /stock took 30 s", "error", "production", 410),
    item(4400899, 899, "Deprecated font API", "warning", "production", 95),
    item(4400915, 915, "Image decoder out of memory on Pixel 6", "critical", "production", 268),
    item(4400880, 880, "Seed data missing", "error", "staging", 2400),
    item(4400850, 850, "Login loop after password change", "error", "production", 33, "resolved"),
  ],
  deployments: [
    { id: 77, environment: "production", revision: "2.9.0", user: "sara", finished: "2026-03-02T10:00:00Z" },
    { id: 76, environment: "production", revision: "2.8.4", user: "ben", finished: "2026-02-18T09:00:00Z" },
  ],
});

type State = ReturnType<typeof seed>;

const byCounter = (state: State, counter: number) =>
  find(
    state.items,
    (found) => found.counter === counter,
    `Error: Rollbar API returned: 404 Not Found for item ${counter}`,
  );

export const rollbar = defineService("rollbar", seed, {
  "list-projects": (state) => state.projects,
  "get-top-items": (state, args: { environment?: string }) =>
    state.items
      .filter(({ environment, status }) => environment === (args.environment ?? "production") && status === "active")
      .sort((a, b) => b.total_occurrences - a.total_occurrences)
      .map((found) => ({ item: found })),
  "list-items": (
    state,
    args: { status?: string; level?: string[]; environment?: string; query?: string; limit?: number },
  ) => ({
    items: state.items
      .filter(({ status }) => status === (args.status ?? "active"))
      .filter(({ environment }) => environment === (args.environment ?? "production"))
      .filter(({ level }) => !args.level?.length || args.level.includes(level))
      .filter(({ title }) => matchesWords(args.query ?? "", title))
      .slice(0, args.limit ?? 20),
  }),
  "get-item-details": (state, args: { counter: number }) => ({
    ...byCounter(state, args.counter),
    last_occurrence: { body: "at OrderRow (OrderRow.tsx:41)", platform: "android" },
  }),
  "list-occurrences": (state, args: { counter: number }) => [
    { id: 1, item: byCounter(state, args.counter).id, timestamp: 1773210000, platform: "android" },
  ],
  "get-deployments": (state, args: { limit: number }) => state.deployments.slice(0, args.limit),
  "update-item": (
    state,
    args: {
      itemId: number;
      status?: string;
      level?: string;
      title?: string;
      assignedUserId?: number;
      resolvedInVersion?: string;
    },
  ) => {
    const target = find(state.items, ({ id }) => id === args.itemId, "Error: Rollbar API returned: 404 Not Found");
    const { status, level, title, assignedUserId: assigned_user_id, resolvedInVersion: resolved_in_version } = args;
    assignGiven(target, { status, level, title, assigned_user_id, resolved_in_version } as Partial<typeof target>);
    return target;
  },
});
