import { defineService, find, ServiceError, today } from "./service.ts";

const seed = () => ({
  projects: [
    { id: 3101, name: "Halden website", tasks: ["Development", "Design", "Meetings"] },
    { id: 3102, name: "Warehouse move", tasks: ["Planning", "Meetings"] },
    { id: 3103, name: "[LV] Leave", tasks: ["Person (Sick/Carer's) Leave", "Annual Leave"] },
  ],
  entries: [
    { id: 9001, spent_date: "2026-03-09", hours: 6, project: "Halden website", task: "Development", notes: "" },
    { id: 9002, spent_date: "2026-03-09", hours: 2, project: "Warehouse move", task: "Planning", notes: "" },
    { id: 9003, spent_date: "2026-03-06", hours: 7.5, project: "Halden website", task: "Design", notes: "" },
  ],
});

type State = ReturnType<typeof seed>;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function readDate(text: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text);
  if (iso) return iso[0];
  const [, before, month = "", after] =
    /(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+(\d{1,2}))?/i.exec(
      text,
    ) ?? [];
  const day = before ?? after;
  if (day) return `2026-${String(months.indexOf(month.toLowerCase()) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const days = /\byesterday\b/i.test(text) ? -1 : 0;
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Reads an entry as the real server does: leave by its trigger words, projects and tasks by their names in the text. */
function readEntry(state: State, text: string) {
  const lower = text.toLowerCase();
  const leave = ["sick", "ill", "unwell"].some((word) => lower.includes(word))
    ? "Person (Sick/Carer's) Leave"
    : ["annual leave", "vacation", "holiday", "time off"].some((word) => lower.includes(word))
      ? "Annual Leave"
      : undefined;
  const hours = /(\d+(?:\.\d+)?)\s*(?:h\b|hrs?\b|hours?\b)/.exec(lower)?.[1];
  if (!leave && !hours) throw new ServiceError("Error: Could not parse hours from input");
  const isMeant = ({ name }: State["projects"][number]): boolean =>
    leave ? name === "[LV] Leave" : lower.includes(name.toLowerCase());
  const project = find(state.projects, isMeant, `Error: No matching project found in: "${text}"`);
  const stems = (task: string): string => task.toLowerCase().replace(/(ment|ing|s)$/, "");
  const task =
    leave ?? find(project.tasks, (name) => lower.includes(stems(name)), `Error: No matching task found in: "${text}"`);
  return { spent_date: readDate(text), hours: hours ? Number(hours) : 8, project: project.name, task, notes: text };
}

export const harvest = defineService("harvest", seed, {
  log_time: (state, args: { text: string }) => {
    const entry = { id: 9000 + state.entries.length + 1, ...readEntry(state, args.text) };
    state.entries.push(entry);
    return entry;
  },
  list_projects: (state) => state.projects.map(({ id, name }) => ({ id, name, code: null, is_active: true })),
  list_tasks: (state, args: { project_id: number }) =>
    find(state.projects, ({ id }) => id === args.project_id, "Error: Request failed with status code 404").tasks.map(
      (name) => ({ name }),
    ),
  list_entries: (state, args: { from?: string; to?: string }) =>
    state.entries.filter(
      ({ spent_date }) => (!args.from || spent_date >= args.from) && (!args.to || spent_date <= args.to),
    ),
  get_time_report: (state) => ({
    results: state.entries,
    total_hours: state.entries.reduce((sum, { hours }) => sum + hours, 0),
  }),
});
