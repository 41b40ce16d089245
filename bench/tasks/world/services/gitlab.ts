import { assignGiven, defineService, find, matchesWords, ServiceError } from "./service.ts";

const seed = () => ({
  projects: [
    { id: 4711, path: "halden/firmware", description: "Firmware of the Halden trackers" },
    { id: 4712, path: "halden/data-pipeline", description: "Sales data, every night" },
    { id: 4713, path: "halden/label-printer", description: "Service for shipping labels" },
  ],
  members: [
    { id: 21, username: "maya", name: "Maya Lindqvist" },
    { id: 22, username: "ines", name: "Inês Carvalho" },
    { id: 23, username: "noah", name: "Noah Bakker" },
  ],
  issues: [
    issue(4711, 14, "Battery level jumps from 20 to 0", ["bug"]),
    issue(4711, 15, "Log the boot reason", []),
    issue(4712, 8, "Import fails on leap days", ["bug"], [21]),
    issue(4713, 3, "Labels for Norway lack the customs number", ["bug"]),
  ],
  mergeRequests: [
    mergeRequest(4711, 33, "Debounce the wake button", "ines", "wake-debounce"),
    mergeRequest(4711, 34, "Draft: new bootloader", "noah", "bootloader"),
    mergeRequest(4712, 19, "Retry the SFTP upload", "noah", "sftp-retry"),
  ],
  notes: [] as { id: number; on: string; body: string }[],
  pipelines: [
    { id: 90311, project: 4712, ref: "main", status: "failed", created_at: "2026-03-11T02:00:04Z" },
    { id: 90290, project: 4712, ref: "main", status: "success", created_at: "2026-03-10T02:00:03Z" },
    { id: 90302, project: 4711, ref: "wake-debounce", status: "success", created_at: "2026-03-10T15:12:00Z" },
    { id: 90315, project: 4713, ref: "main", status: "running", created_at: "2026-03-11T08:59:00Z" },
  ],
  jobs: [
    { id: 551201, pipeline: 90311, name: "extract", status: "success", log: "Fetched 18 223 rows\nJob succeeded" },
    {
      id: 551202,
      pipeline: 90311,
      name: "load-warehouse",
      status: "failed",
      log: "Connecting to warehouse\nERROR: certificate of warehouse.halden.example expired on 2026-03-10\nERROR: Job failed: exit code 1",
    },
    { id: 551190, pipeline: 90290, name: "load-warehouse", status: "success", log: "Job succeeded" },
  ],
  todos: [{ id: 801, action: "assigned", target: "halden/data-pipeline#8", state: "pending" }],
  links: [] as { id: number; source: string; target: string; type: string }[],
});

function issue(project: number, iid: number, title: string, labels: string[], assignee_ids: number[] = []) {
  return {
    id: `${project}#${iid}`,
    project,
    iid,
    title,
    description: "",
    labels,
    assignee_ids,
    state: "opened",
    due_date: null as string | null,
  };
}

function mergeRequest(project: number, iid: number, title: string, author: string, source_branch: string) {
  return {
    id: `${project}!${iid}`,
    project,
    iid,
    title,
    author,
    source_branch,
    target_branch: "main",
    description: "",
    state: "opened",
    approved_by: [] as string[],
    labels: [] as string[],
    squash: false,
  };
}

type State = ReturnType<typeof seed>;
type Project = { project_id: string };
type OnIssue = Project & { issue_iid: string };
type OnMergeRequest = Project & { merge_request_iid?: string; source_branch?: string };

const missing = (what: string): string => `GitLab API error: 404 Not Found\n{"message":"404 ${what} Not Found"}`;

function projectOf(state: State, args: { project_id?: string }): number {
  const wanted = decodeURIComponent(args.project_id ?? "");
  return find(state.projects, ({ id, path }) => String(id) === wanted || path === wanted, missing("Project")).id;
}

const issueOf = (state: State, args: OnIssue) => {
  const project = projectOf(state, args);
  return find(
    state.issues,
    (item) => item.project === project && item.iid === Number(args.issue_iid),
    missing("Issue"),
  );
};

const mergeRequestOf = (state: State, args: OnMergeRequest) => {
  const project = projectOf(state, args);
  return find(
    state.mergeRequests,
    (item) =>
      item.project === project &&
      (args.merge_request_iid
        ? item.iid === Number(args.merge_request_iid)
        : item.source_branch === args.source_branch),
    missing("Merge Request"),
  );
};

const pipelineOf = (state: State, args: Project & { pipeline_id: string }) => {
  const project = projectOf(state, args);
  return find(
    state.pipelines,
    (item) => item.project === project && String(item.id) === args.pipeline_id,
    missing("Pipeline"),
  );
};

const jobOf = (state: State, args: { job_id: string }) =>
  find(state.jobs, ({ id }) => String(id) === args.job_id, missing("Job"));

const show = <Item extends { id: string; iid: number; project: number }>({ id: _id, project, ...rest }: Item) => ({
  ...rest,
  project_id: project,
});

const nextId = (items: readonly { id: number }[], first: number): number =>
  Math.max(first, ...items.map(({ id }) => id)) + 1;

function addNote(state: State, on: string, body: string): unknown {
  const id = nextId(state.notes, 7000);
  state.notes.push({ id, on, body });
  return { id, body, author: { username: "maya" } };
}

export const gitlab = defineService("gitlab", seed, {
  health_check: () => ({ status: "ok", authenticated: true, gitlab_url: "https://gitlab.com/api/v4" }),
  list_projects: (state, args: { search?: string }) =>
    state.projects
      .filter(({ path, description }) => matchesWords(args.search ?? "", path, description))
      .map(({ path, ...rest }) => ({ ...rest, path_with_namespace: path, default_branch: "main" })),
  list_group_projects: (state) => state.projects.map(({ id, path }) => ({ id, path_with_namespace: path })),
  get_project: (state, args: Project) => {
    const id = projectOf(state, args);
    return state.projects.find((project) => project.id === id);
  },
  list_project_members: (state, args: Project & { query?: string }) => {
    projectOf(state, args);
    return state.members.filter(({ name, username }) => matchesWords(args.query ?? "", name, username));
  },
  list_issues: (state, args: { project_id?: string; state?: string; labels?: string[]; search?: string }) => {
    const project = args.project_id === undefined ? undefined : projectOf(state, args);
    return state.issues
      .filter((item) => project === undefined || item.project === project)
      .filter((item) => !args.state || args.state === "all" || item.state === args.state)
      .filter((item) => (args.labels ?? []).every((label) => item.labels.includes(label)))
      .filter((item) => matchesWords(args.search ?? "", item.title, item.description))
      .map(show);
  },
  my_issues: (state) => state.issues.filter((item) => item.assignee_ids.includes(21)).map(show),
  get_issue: (state, args: OnIssue) => show(issueOf(state, args)),
  create_issue: (
    state,
    args: Project & { title: string; description?: string; labels?: string[]; assignee_ids?: number[] },
  ) => {
    const project = projectOf(state, args);
    const iid = 1 + Math.max(0, ...state.issues.filter((item) => item.project === project).map((item) => item.iid));
    const created = issue(project, iid, args.title, args.labels ?? [], args.assignee_ids ?? []);
    created.description = args.description ?? "";
    state.issues.push(created);
    return show(created);
  },
  update_issue: (state, args: OnIssue & Record<string, unknown>) => {
    const target = issueOf(state, args);
    const { title, description, labels, assignee_ids, due_date, state_event } = args;
    assignGiven(target, { title, description, labels, assignee_ids, due_date } as Partial<typeof target>);
    if (state_event) target.state = state_event === "close" ? "closed" : "opened";
    return show(target);
  },
  create_note: (state, args: Project & { noteable_type: string; noteable_iid: string; body: string }) =>
    args.noteable_type === "issue"
      ? addNote(state, issueOf(state, { ...args, issue_iid: args.noteable_iid }).id, args.body)
      : addNote(state, mergeRequestOf(state, { ...args, merge_request_iid: args.noteable_iid }).id, args.body),
  create_issue_note: (state, args: OnIssue & { body: string }) => addNote(state, issueOf(state, args).id, args.body),
  create_merge_request_note: (state, args: OnMergeRequest & { body: string }) =>
    addNote(state, mergeRequestOf(state, args).id, args.body),
  get_merge_request_notes: (state, args: OnMergeRequest) => {
    const { id } = mergeRequestOf(state, args);
    return state.notes.filter(({ on }) => on === id);
  },
  list_merge_requests: (
    state,
    args: { project_id?: string; state?: string; author_username?: string; search?: string },
  ) => {
    const project = args.project_id === undefined ? undefined : projectOf(state, args);
    return state.mergeRequests
      .filter((item) => project === undefined || item.project === project)
      .filter((item) => !args.state || args.state === "all" || item.state === args.state)
      .filter((item) => !args.author_username || item.author === args.author_username)
      .filter((item) => matchesWords(args.search ?? "", item.title))
      .map(show);
  },
  get_merge_request: (state, args: OnMergeRequest) => show(mergeRequestOf(state, args)),
  get_merge_request_approval_state: (state, args: OnMergeRequest) => {
    const { approved_by } = mergeRequestOf(state, args);
    return { approved: approved_by.length > 0, approved_by };
  },
  get_merge_request_conflicts: (state, args: OnMergeRequest) => ({
    iid: mergeRequestOf(state, args).iid,
    conflicts: [],
  }),
  list_merge_request_pipelines: (state, args: OnMergeRequest) => {
    const { source_branch, project } = mergeRequestOf(state, args);
    return state.pipelines.filter((item) => item.project === project && item.ref === source_branch);
  },
  list_merge_request_changed_files: (state, args: OnMergeRequest) => [
    { new_path: `src/${mergeRequestOf(state, args).source_branch}.c` },
  ],
  approve_merge_request: (state, args: OnMergeRequest) => {
    const target = mergeRequestOf(state, args);
    if (target.state !== "opened") throw new ServiceError("GitLab API error: 401 Unauthorized");
    if (!target.approved_by.includes("maya")) target.approved_by.push("maya");
    return { approved: true, approved_by: target.approved_by };
  },
  unapprove_merge_request: (state, args: OnMergeRequest) => {
    const target = mergeRequestOf(state, args);
    target.approved_by = target.approved_by.filter((name) => name !== "maya");
    return { approved_by: target.approved_by };
  },
  merge_merge_request: (state, args: OnMergeRequest & { squash?: boolean }) => {
    const target = mergeRequestOf(state, args);
    if (target.state !== "opened" || target.title.startsWith("Draft:")) {
      throw new ServiceError("GitLab API error: 405 Method Not Allowed");
    }
    target.state = "merged";
    if (args.squash) target.squash = true;
    return show(target);
  },
  update_merge_request: (state, args: OnMergeRequest & Record<string, unknown>) => {
    const target = mergeRequestOf(state, args);
    const { title, description, labels, target_branch, state_event } = args;
    assignGiven(target, { title, description, labels, target_branch } as Partial<typeof target>);
    if (state_event) target.state = state_event === "close" ? "closed" : "opened";
    return show(target);
  },
  list_pipelines: (state, args: Project & { status?: string; ref?: string }) => {
    const project = projectOf(state, args);
    return state.pipelines.filter(
      (item) =>
        item.project === project &&
        (!args.status || item.status === args.status) &&
        (!args.ref || item.ref === args.ref),
    );
  },
  get_pipeline: (state, args: Project & { pipeline_id: string }) => pipelineOf(state, args),
  list_pipeline_jobs: (state, args: Project & { pipeline_id: string; scope?: string }) => {
    const { id } = pipelineOf(state, args);
    return state.jobs
      .filter((job) => job.pipeline === id && (!args.scope || job.status === args.scope))
      .map(({ log: _log, ...job }) => job);
  },
  get_pipeline_job: (state, args: { job_id: string }) => {
    const { log: _log, ...job } = jobOf(state, args);
    return job;
  },
  get_pipeline_job_output: (state, args: { job_id: string }) => jobOf(state, args).log,
  retry_pipeline: (state, args: Project & { pipeline_id: string }) => {
    const pipeline = pipelineOf(state, args);
    if (pipeline.status === "success") throw new ServiceError("GitLab API error: 403 Forbidden");
    pipeline.status = "running";
    return pipeline;
  },
  retry_pipeline_job: (state, args: { job_id: string }) => {
    const job = jobOf(state, args);
    job.status = "running";
    return { id: job.id, status: job.status };
  },
  cancel_pipeline: (state, args: Project & { pipeline_id: string }) => {
    const pipeline = pipelineOf(state, args);
    pipeline.status = "canceled";
    return pipeline;
  },
  create_pipeline: (state, args: Project & { ref: string }) => {
    const project = projectOf(state, args);
    const created = {
      id: nextId(state.pipelines, 0),
      project,
      ref: args.ref,
      status: "pending",
      created_at: "2026-03-11T09:30:00Z",
    };
    state.pipelines.unshift(created);
    return created;
  },
  list_todos: (state) => state.todos,
  mark_todo_done: (state, args: { id: number }) => {
    const todo = find(state.todos, ({ id }) => id === args.id, missing("Todo"));
    todo.state = "done";
    return todo;
  },
  list_issue_links: (state, args: OnIssue) => {
    const { id } = issueOf(state, args);
    return state.links.filter(({ source, target }) => source === id || target === id);
  },
  create_issue_link: (
    state,
    args: OnIssue & { target_project_id: string; target_issue_iid: string; link_type?: string },
  ) => {
    const source = issueOf(state, args).id;
    const target = issueOf(state, { project_id: args.target_project_id, issue_iid: args.target_issue_iid }).id;
    const link = { id: nextId(state.links, 300), source, target, type: args.link_type ?? "relates_to" };
    state.links.push(link);
    return link;
  },
});
