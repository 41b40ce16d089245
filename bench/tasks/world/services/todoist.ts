import { assignGiven, defineService, find, matchesWords, remove, ServiceError, today } from "./service.ts";

function task(
  id: string,
  projectId: string,
  content: string,
  dueDate: string | null,
  more: { labels?: string[]; priority?: string } = {},
) {
  return {
    id,
    projectId,
    content,
    description: "",
    dueDate,
    priority: more.priority ?? "p4",
    labels: more.labels ?? [],
    checked: false,
  };
}

const seed = () => ({
  projects: [
    { id: "6Xinbox", name: "Inbox", inboxProject: true },
    { id: "6Xhousehold", name: "Household", inboxProject: false },
    { id: "6Xhealth", name: "Health", inboxProject: false },
    { id: "6Xmove", name: "Move to Porto", inboxProject: false },
  ],
  sections: [{ id: "7Spapers", projectId: "6Xmove", name: "Papers" }],
  tasks: [
    task("8Tdescale", "6Xhousehold", "Descale the kettle", "2026-03-06"),
    task("8Tgutters", "6Xhousehold", "Clean the gutters", "2026-03-08"),
    task("8Tmeter", "6Xhousehold", "Read the water meter", "2026-03-10"),
    task("8Twindows", "6Xhousehold", "Wash the windows", "2026-03-21"),
    task("8Tdentist", "6Xhealth", "Call the dentist", "2026-03-12", { labels: ["phone"] }),
    task("8Tvitamin", "6Xhealth", "Buy vitamin D", "2026-03-09"),
    task("8Tlease", "6Xmove", "Sign the lease", "2026-03-27", { priority: "p1" }),
    task("8Tboxes", "6Xmove", "Get forty boxes", null),
  ],
  comments: [] as { id: string; taskId: string; content: string }[],
});

type State = ReturnType<typeof seed>;
type Task = State["tasks"][number];

const taskOf = (state: State, id: string): Task =>
  find(state.tasks, (item) => item.id === id, `HTTP 404: Task ${id} not found`);
const list = (tasks: readonly Task[]) => ({ tasks, totalCount: tasks.length, hasMore: false });
const projectIdOf = (state: State, id: string): string =>
  id === "inbox"
    ? "6Xinbox"
    : find(state.projects, (project) => project.id === id, `HTTP 404: Project ${id} not found`).id;

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** The date that Todoist reads in a text like "tomorrow", "2026-03-24", "24 March at 9:00" or "Mar 24". */
function readDate(text: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text);
  if (iso) return iso[0];
  const words = text.toLowerCase();
  const dayAfter = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  if (words.includes("today")) return today;
  if (words.includes("tomorrow")) return dayAfter(1);
  const month = months.findIndex((name) => new RegExp(`\\b${name.slice(0, 3)}(${name.slice(3)})?\\b`).test(words));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/.exec(words)?.[1];
  if (month >= 0 && day) return `2026-${String(month + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const weekday = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].findIndex((name) =>
    new RegExp(`\\b${name}`).test(words),
  );
  if (weekday >= 0) return dayAfter(((weekday - new Date(today).getUTCDay() + 6) % 7) + 1);
  throw new ServiceError(`HTTP 400: Date is invalid: "${text}"`);
}

/** The parts of Todoist's filter language that people use most. */
function matchesFilter(state: State, item: Task, filter: string): boolean {
  return filter.split("&").every((part) => {
    const text = part
      .trim()
      .replace(/^\((.*)\)$/, "$1")
      .toLowerCase();
    if (text.includes("|")) return text.split("|").some((either) => matchesFilter(state, item, either));
    if (text.startsWith("!")) return !matchesFilter(state, item, text.slice(1));
    if (text === "overdue" || text === "od") return item.dueDate !== null && item.dueDate < today;
    if (text === "today") return item.dueDate === today;
    if (text === "no date") return item.dueDate === null;
    if (text.startsWith("#"))
      return state.projects.some(
        ({ id, name }) => id === item.projectId && name.toLowerCase() === text.replace(/^#+/, "").trim(),
      );
    if (text.startsWith("@")) return item.labels.includes(text.slice(1));
    if (/^p[1-4]$/.test(text)) return item.priority === text;
    return matchesWords(text.replace(/^search:/, ""), item.content);
  });
}

interface TaskFields {
  content?: string;
  description?: string;
  projectId?: string;
  dueString?: string;
  priority?: string;
  labels?: string[];
}

function setFields(
  state: State,
  target: Task,
  { content, description, projectId, dueString, priority, labels }: TaskFields,
): Task {
  const moved = projectId === undefined ? undefined : projectIdOf(state, projectId);
  const dueDate = dueString === undefined ? undefined : dueString === "remove" ? null : readDate(dueString);
  assignGiven(target, { content, description, projectId: moved, dueDate, priority, labels } as Partial<Task>);
  return target;
}

export const todoist = defineService("todoist", seed, {
  "user-info": () => ({
    fullName: "Maya Lindqvist",
    email: "maya@halden.example",
    timezone: "Europe/Berlin",
    currentLocalTime: `${today} 10:30:00`,
  }),
  "find-projects": (state, args: { searchText?: string }) => ({
    projects: state.projects.filter(({ name }) => matchesWords(args.searchText ?? "", name)),
  }),
  "find-sections": (state, args: { projectId: string }) => ({
    sections: state.sections.filter(({ projectId }) => projectId === args.projectId),
  }),
  "get-overview": (state) =>
    state.projects
      .map(({ id, name }) => {
        const tasks = state.tasks.filter((item) => item.projectId === id && !item.checked);
        return [
          `# ${name} (id=${id})`,
          ...tasks.map((item) => `- ${item.content} (id=${item.id}, due ${item.dueDate ?? "never"})`),
        ].join("\n");
      })
      .join("\n\n"),
  "find-tasks": (
    state,
    args: { searchText?: string; projectId?: string; filter?: string; labels?: string[]; limit?: number },
  ) => {
    const project = args.projectId === undefined ? undefined : projectIdOf(state, args.projectId);
    const tasks = state.tasks
      .filter((item) => !item.checked && (project === undefined || item.projectId === project))
      .filter((item) => matchesWords(args.searchText ?? "", item.content, item.description))
      .filter((item) => (args.labels ?? []).every((label) => item.labels.includes(label)))
      .filter((item) => args.filter === undefined || matchesFilter(state, item, args.filter));
    return list(tasks.slice(0, args.limit ?? 10));
  },
  "find-tasks-by-date": (state, args: { startDate?: string; overdueOption?: string; daysCount?: number }) => {
    const start = args.startDate === undefined || args.startDate === "today" ? today : args.startDate;
    const end = new Date(Date.parse(start) + (args.daysCount ?? 1) * 86_400_000).toISOString().slice(0, 10);
    const tasks = state.tasks.filter(({ checked, dueDate }) => {
      if (checked || dueDate === null) return false;
      const overdue = dueDate < today;
      if (args.overdueOption === "overdue-only") return overdue;
      if (overdue && args.overdueOption === "include-overdue") return true;
      if (overdue && args.startDate === "today" && args.overdueOption !== "exclude-overdue") return true;
      return dueDate >= start && dueDate < end;
    });
    return list(tasks);
  },
  search: (state, args: { query: string }) => ({
    results: [
      ...state.tasks.map(({ id, content }) => ({ id: `task:${id}`, title: content })),
      ...state.projects.map(({ id, name }) => ({ id: `project:${id}`, title: name })),
    ].filter(({ title }) => matchesWords(args.query, title)),
  }),
  fetch: (state, args: { id: string }) => taskOf(state, args.id.replace(/^task:/, "")),
  "fetch-object": (state, args: { type: string; id: string }) =>
    args.type === "task" ? taskOf(state, args.id) : find(state.projects, ({ id }) => id === args.id, "HTTP 404"),
  "add-tasks": (state, args: { tasks: (TaskFields & { content: string })[] }) => {
    const added = args.tasks.map((fields) => {
      const created = task(`8Tnew${state.tasks.length + 1}`, "6Xinbox", fields.content, null);
      state.tasks.push(setFields(state, created, fields));
      return created;
    });
    return list(added);
  },
  "update-tasks": (state, args: { tasks: (TaskFields & { id: string })[] }) =>
    list(args.tasks.map((fields) => setFields(state, taskOf(state, fields.id), fields))),
  "reschedule-tasks": (state, args: { tasks: { id: string; date: string }[] }) =>
    list(args.tasks.map(({ id, date }) => setFields(state, taskOf(state, id), { dueString: date }))),
  "complete-tasks": (state, args: { ids: string[] }) => {
    for (const id of args.ids) taskOf(state, id).checked = true;
    return {
      completed: args.ids,
      failures: [],
      totalRequested: args.ids.length,
      successCount: args.ids.length,
      failureCount: 0,
    };
  },
  "uncomplete-tasks": (state, args: { ids: string[] }) => {
    for (const id of args.ids) taskOf(state, id).checked = false;
    return { uncompleted: args.ids };
  },
  "add-comments": (state, args: { comments: { taskId?: string; content: string }[] }) =>
    args.comments.map(({ taskId, content }) => {
      const comment = { id: `9C${state.comments.length + 1}`, taskId: taskOf(state, taskId ?? "").id, content };
      state.comments.push(comment);
      return comment;
    }),
  "add-projects": (state, args: { projects: { name: string }[] }) =>
    args.projects.map(({ name }) => {
      const project = { id: `6Xnew${state.projects.length + 1}`, name, inboxProject: false };
      state.projects.push(project);
      return project;
    }),
  "delete-object": (state, args: { type: string; id: string }) => {
    if (args.type !== "task") throw new ServiceError("HTTP 403: Forbidden");
    return remove(state.tasks, ({ id }) => id === args.id, `HTTP 404: Task ${args.id} not found`);
  },
});
