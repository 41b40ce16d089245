import { assignGiven, defineService, find, matchesWords, remove, ServiceError } from "./service.ts";

const workspace = "1200100000000001";

function task(gid: string, project: string, section: string, name: string, due_on: string | null = null) {
  return {
    id: gid,
    projects: [project],
    section,
    name,
    notes: "",
    due_on,
    assignee: null as string | null,
    completed: false,
    parent: null as string | null,
    tags: [] as string[],
  };
}

const fair = "1200200000000011";
const catalogue = "1200200000000012";

const seed = () => ({
  workspaces: [{ id: workspace, name: "halden.example" }],
  projects: [
    { id: fair, name: "Trade fair Munich", notes: "", archived: false },
    { id: catalogue, name: "Autumn catalogue", notes: "", archived: false },
  ],
  sections: [
    { id: "1200300000000021", project: fair, name: "Planned" },
    { id: "1200300000000022", project: fair, name: "Waiting for supplier" },
    { id: "1200300000000023", project: fair, name: "Done" },
    { id: "1200300000000031", project: catalogue, name: "Texts" },
    { id: "1200300000000032", project: catalogue, name: "Photos" },
  ],
  tasks: [
    task("1200400000000041", fair, "1200300000000021", "Order the booth lamps", "2026-03-20"),
    task("1200400000000042", fair, "1200300000000021", "Book hotel for six", "2026-03-18"),
    task("1200400000000043", fair, "1200300000000022", "Print 500 flyers", "2026-03-25"),
    task("1200400000000051", catalogue, "1200300000000031", "Text for tents", "2026-05-04"),
    task("1200400000000052", catalogue, "1200300000000032", "Photos of rain jackets", "2026-05-06"),
  ],
  tags: [{ id: "1200500000000061", name: "urgent" }],
  stories: [] as { id: string; task: string; text: string }[],
  statuses: [] as { id: string; project: string; title: string; text: string; color: string }[],
});

type State = ReturnType<typeof seed>;
type Task = State["tasks"][number];

const missing = (what: string): string => `{"error":"${what}: Unknown object"}`;
const projectOf = (state: State, gid: string) => find(state.projects, ({ id }) => id === gid, missing("project"));
const taskOf = (state: State, gid: string) => find(state.tasks, ({ id }) => id === gid, missing("task"));
const show = ({ id, ...rest }: Task) => ({ gid: id, ...rest });
const nextGid = (items: readonly { id: string }[], first: number): string => String(first + items.length + 1);

function checkWorkspace(gid: string): void {
  if (gid !== workspace) throw new ServiceError(missing("workspace"));
}

function addTask(state: State, project: string, args: Record<string, unknown>): Task {
  const section = state.sections.find((item) => item.project === project)?.id ?? "";
  const created = task(nextGid(state.tasks, 1200400000000090), project, section, "");
  const { name, notes, due_on, assignee, parent } = args;
  assignGiven(created, { name, notes, due_on, assignee, parent } as Partial<Task>);
  state.tasks.push(created);
  return created;
}

export const asana = defineService("asana", seed, {
  asana_list_workspaces: (state) => state.workspaces.map(({ id, name }) => ({ gid: id, name })),
  asana_search_projects: (state, args: { workspace: string; name_pattern: string }) => {
    checkWorkspace(args.workspace);
    const pattern = new RegExp(args.name_pattern, "i");
    return state.projects.filter(({ name }) => pattern.test(name)).map(({ id, name }) => ({ gid: id, name }));
  },
  asana_get_project: (state, args: { project_id: string }) => projectOf(state, args.project_id),
  asana_get_project_sections: (state, args: { project_id: string }) => {
    projectOf(state, args.project_id);
    return state.sections
      .filter(({ project }) => project === args.project_id)
      .map(({ id, name }) => ({ gid: id, name }));
  },
  asana_get_project_task_counts: (state, args: { project_id: string }) => {
    const tasks = state.tasks.filter(({ projects }) => projects.includes(projectOf(state, args.project_id).id));
    return { num_tasks: tasks.length, num_completed_tasks: tasks.filter(({ completed }) => completed).length };
  },
  asana_get_tasks_for_project: (state, args: { project_id: string }) => {
    projectOf(state, args.project_id);
    return state.tasks.filter(({ projects }) => projects.includes(args.project_id)).map(show);
  },
  asana_search_tasks: (
    state,
    args: { workspace: string; text?: string; projects_any?: string; completed?: boolean },
  ) => {
    checkWorkspace(args.workspace);
    return state.tasks
      .filter(({ name, notes }) => matchesWords(args.text ?? "", name, notes))
      .filter(
        ({ projects }) => !args.projects_any || projects.some((gid) => args.projects_any?.split(",").includes(gid)),
      )
      .filter(({ completed }) => args.completed === undefined || completed === args.completed)
      .map(show);
  },
  asana_get_my_tasks: (state) => state.tasks.filter(({ assignee }) => assignee === "me").map(show),
  asana_get_task: (state, args: { task_id: string }) => show(taskOf(state, args.task_id)),
  asana_create_task: (state, args: { project_id: string }) =>
    show(addTask(state, projectOf(state, args.project_id).id, args)),
  asana_update_task: (state, args: { task_id: string } & Record<string, unknown>) => {
    const target = taskOf(state, args.task_id);
    const { name, notes, due_on, assignee, completed } = args;
    assignGiven(target, { name, notes, due_on, assignee, completed } as Partial<Task>);
    return show(target);
  },
  asana_create_subtask: (state, args: { parent_task_id: string }) => {
    const parent = taskOf(state, args.parent_task_id);
    return show(addTask(state, parent.projects[0] ?? "", { ...args, parent: parent.id }));
  },
  asana_get_subtasks: (state, args: { task_gid: string }) =>
    state.tasks.filter(({ parent }) => parent === args.task_gid).map(show),
  asana_get_task_stories: (state, args: { task_id: string }) =>
    state.stories.filter((story) => story.task === args.task_id),
  asana_create_task_story: (state, args: { task_id: string; text?: string; html_text?: string }) => {
    const story = {
      id: nextGid(state.stories, 1200600000000000),
      task: taskOf(state, args.task_id).id,
      text: args.text ?? args.html_text ?? "",
    };
    state.stories.push(story);
    return story;
  },
  asana_add_task_to_section: (state, args: { section_id: string; task_id: string }) => {
    const section = find(state.sections, ({ id }) => id === args.section_id, missing("section"));
    const target = taskOf(state, args.task_id);
    if (!target.projects.includes(section.project))
      throw new ServiceError('{"error":"section: Task is not in this project"}');
    target.section = section.id;
    return {};
  },
  asana_add_project_to_task: (state, args: { task_id: string; project_id: string; section?: string }) => {
    const target = taskOf(state, args.task_id);
    const project = projectOf(state, args.project_id).id;
    if (!target.projects.includes(project)) target.projects.push(project);
    if (args.section) target.section = find(state.sections, ({ id }) => id === args.section, missing("section")).id;
    return {};
  },
  asana_delete_task: (state, args: { task_id: string }) => {
    remove(state.tasks, ({ id }) => id === args.task_id, missing("task"));
    return {};
  },
  asana_create_project_status: (state, args: { project_gid: string; text: string; color?: string; title?: string }) => {
    const status = {
      id: nextGid(state.statuses, 1200700000000000),
      project: projectOf(state, args.project_gid).id,
      title: args.title ?? "",
      text: args.text,
      color: args.color ?? "green",
    };
    state.statuses.push(status);
    return status;
  },
  asana_get_project_statuses: (state, args: { project_gid: string }) =>
    state.statuses.filter(({ project }) => project === args.project_gid),
  asana_get_tags_for_workspace: (state) => state.tags.map(({ id, name }) => ({ gid: id, name })),
  asana_add_tag_to_task: (state, args: { task_gid: string; tag_gid: string }) => {
    taskOf(state, args.task_gid).tags.push(find(state.tags, ({ id }) => id === args.tag_gid, missing("tag")).id);
    return {};
  },
});
