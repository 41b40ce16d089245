import { createHash } from "node:crypto";
import { file, type GithubState, type Issue, type PullRequest, seedGithub } from "./github.seed.ts";
import { assignGiven, defineService, find, matchesWords, ServiceError, today } from "./service.ts";

const owner = "halden";
const missing = "Not Found: Resource not found: Not Found";
const me = "maya-lindqvist";

interface InRepository {
  owner: string;
  repo: string;
}

function openRepository(state: GithubState, args: InRepository): string {
  if (args.owner.toLowerCase() !== owner) throw new ServiceError(missing);
  return find(state.repositories, ({ id }) => id === args.repo.toLowerCase(), missing).id;
}

function openIssue(state: GithubState, args: InRepository & { issue_number: number }): Issue {
  const repo = openRepository(state, args);
  return find(state.issues, (issue) => issue.repo === repo && issue.number === args.issue_number, missing);
}

function openPull(state: GithubState, args: InRepository & { pull_number: number }): PullRequest {
  const repo = openRepository(state, args);
  return find(state.pulls, (pull) => pull.repo === repo && pull.number === args.pull_number, missing);
}

function openBranch(state: GithubState, repo: string, name: string): string {
  return find(
    state.branches,
    (branch) => branch.repo === repo && branch.name === name,
    `Not Found: Branch ${name} not found`,
  ).name;
}

const shaOf = (content: string): string => createHash("sha1").update(content).digest("hex");

const showIssue = (issue: Issue) => ({
  number: issue.number,
  title: issue.title,
  body: issue.body,
  state: issue.state,
  labels: issue.labels.map((name) => ({ name })),
  assignees: issue.assignees.map((login) => ({ login })),
  comments: issue.comments.length,
  html_url: `https://github.com/${owner}/${issue.repo}/issues/${issue.number}`,
});

const showPull = (pull: PullRequest) => ({
  number: pull.number,
  title: pull.title,
  body: pull.body,
  state: pull.state,
  merged: pull.merged,
  user: { login: pull.user },
  head: { ref: pull.head, sha: shaOf(pull.id) },
  base: { ref: pull.base },
  html_url: `https://github.com/${owner}/${pull.repo}/pull/${pull.number}`,
});

const nextNumber = (state: GithubState, repo: string): number =>
  1 +
  Math.max(0, ...[...state.issues, ...state.pulls].filter((item) => item.repo === repo).map(({ number }) => number));

function commit(state: GithubState, repo: string, branch: string, message: string): string {
  const id = shaOf(`${message}${state.commits.length}`).slice(0, 7);
  state.commits.unshift({ id, repo, branch, message, author: me, date: today });
  return id;
}

/** Issues or pull requests that a query of GitHub's search finds: its words and the qualifiers that people use. */
function search(state: GithubState, query: string): unknown {
  const qualifiers = [...query.matchAll(/(-?)(\w+):("[^"]*"|\S+)/g)].map(([, not, key, value]) => ({
    not: not === "-",
    key: key ?? "",
    value: (value ?? "").replaceAll('"', "").toLowerCase(),
  }));
  const words = query.replaceAll(/-?\w+:("[^"]*"|\S+)/g, " ").replaceAll('"', " ");
  const items = [
    ...state.issues.map((item) => ({ kind: "issue", item, shown: showIssue(item), labels: item.labels, user: "" })),
    ...state.pulls.map((item) => ({
      kind: "pr",
      item,
      shown: showPull(item),
      labels: [] as string[],
      user: item.user,
    })),
  ].filter(
    ({ kind, item, labels, user }) =>
      qualifiers.every(({ not, key, value }) => {
        const holds =
          key === "repo"
            ? `${owner}/${item.repo}` === value
            : key === "org" || key === "user"
              ? value === owner
              : key === "is" || key === "type"
                ? value === kind || value === item.state
                : key === "state"
                  ? value === item.state
                  : key === "label"
                    ? value.split(",").some((label) => labels.includes(label))
                    : key === "author"
                      ? value === user
                      : true;
        return holds !== not;
      }) && matchesWords(words, item.title, item.body),
  );
  return { total_count: items.length, items: items.map(({ shown }) => shown) };
}

function writeFile(state: GithubState, repo: string, branch: string, path: string, content: string): void {
  const existing = state.files.find((item) => item.repo === repo && item.branch === branch && item.path === path);
  if (existing) existing.content = content;
  else state.files.push(file(repo, branch, path, content));
}

export const github = defineService("github", seedGithub, {
  search_repositories: (state, args: { query: string }) => {
    const words = args.query.replaceAll(/\w+:\S+/g, " ").replaceAll("halden/", " ");
    const items = state.repositories.filter(({ id, description }) => matchesWords(words, id, description, owner));
    return { total_count: items.length, items: items.map((item) => ({ ...item, full_name: `${owner}/${item.id}` })) };
  },
  create_repository: (state, args: { name: string; description?: string; private?: boolean }) => {
    const repository = {
      id: args.name,
      description: args.description ?? "",
      private: args.private ?? false,
      default_branch: "main",
    };
    state.repositories.push(repository);
    state.branches.push({ id: `${args.name}:main`, repo: args.name, name: "main" });
    return { ...repository, full_name: `${owner}/${args.name}` };
  },
  get_file_contents: (state, args: InRepository & { path: string; branch?: string }) => {
    const repo = openRepository(state, args);
    const branch = openBranch(state, repo, args.branch ?? (repo === "old-shop" ? "master" : "main"));
    const path = args.path.replace(/^\/|\/$/g, "");
    const files = state.files.filter((item) => item.repo === repo && item.branch === branch);
    const exact = files.find((item) => item.path === path);
    if (exact) return { type: "file", path, sha: shaOf(exact.content), encoding: "utf-8", content: exact.content };
    const inside = files.filter((item) => path === "" || path === "." || item.path.startsWith(`${path}/`));
    if (inside.length === 0) throw new ServiceError(missing);
    return inside.map((item) => ({ type: "file", path: item.path, sha: shaOf(item.content) }));
  },
  create_or_update_file: (
    state,
    args: InRepository & { path: string; content: string; message: string; branch: string; sha?: string },
  ) => {
    const repo = openRepository(state, args);
    const branch = openBranch(state, repo, args.branch);
    const existing = state.files.find(
      (item) => item.repo === repo && item.branch === branch && item.path === args.path,
    );
    // The real server looks the hash up itself if it is not given, and refuses a wrong one.
    if (existing && args.sha !== undefined && args.sha !== shaOf(existing.content)) {
      throw new ServiceError(`Conflict: ${args.path} does not match ${args.sha}`);
    }
    writeFile(state, repo, branch, args.path, args.content);
    return {
      content: { path: args.path, sha: shaOf(args.content) },
      commit: { sha: commit(state, repo, branch, args.message) },
    };
  },
  push_files: (
    state,
    args: InRepository & { branch: string; files: { path: string; content: string }[]; message: string },
  ) => {
    const repo = openRepository(state, args);
    const branch = openBranch(state, repo, args.branch);
    for (const { path, content } of args.files) writeFile(state, repo, branch, path, content);
    return { ref: `refs/heads/${branch}`, object: { sha: commit(state, repo, branch, args.message) } };
  },
  create_branch: (state, args: InRepository & { branch: string; from_branch?: string }) => {
    const repo = openRepository(state, args);
    if (state.branches.some((branch) => branch.repo === repo && branch.name === args.branch)) {
      throw new ServiceError("Validation Failed: Reference already exists");
    }
    const source = openBranch(state, repo, args.from_branch ?? "main");
    for (const item of state.files.filter((item) => item.repo === repo && item.branch === source)) {
      state.files.push(file(repo, args.branch, item.path, item.content));
    }
    state.branches.push({ id: `${repo}:${args.branch}`, repo, name: args.branch });
    return { ref: `refs/heads/${args.branch}` };
  },
  list_commits: (state, args: InRepository & { sha?: string }) => {
    const repo = openRepository(state, args);
    return state.commits.filter((item) => item.repo === repo && (!args.sha || item.branch === args.sha));
  },
  create_issue: (
    state,
    args: InRepository & { title: string; body?: string; labels?: string[]; assignees?: string[] },
  ) => {
    const repo = openRepository(state, args);
    const number = nextNumber(state, repo);
    const issue: Issue = {
      id: `${repo}#${number}`,
      repo,
      number,
      title: args.title,
      body: args.body ?? "",
      state: "open",
      labels: args.labels ?? [],
      assignees: args.assignees ?? [],
      comments: [],
    };
    state.issues.push(issue);
    return showIssue(issue);
  },
  list_issues: (state, args: InRepository & { state?: string; labels?: string[] }) => {
    const repo = openRepository(state, args);
    const wanted = args.state ?? "open";
    return state.issues
      .filter((issue) => issue.repo === repo && (wanted === "all" || issue.state === wanted))
      .filter((issue) => (args.labels ?? []).every((label) => issue.labels.includes(label)))
      .map(showIssue);
  },
  get_issue: (state, args: InRepository & { issue_number: number }) => showIssue(openIssue(state, args)),
  update_issue: (state, args: InRepository & { issue_number: number } & Partial<Issue>) => {
    const issue = openIssue(state, args);
    const { title, body, state: issueState, labels, assignees } = args;
    assignGiven(issue, { title, body, state: issueState, labels, assignees } as Partial<Issue>);
    return showIssue(issue);
  },
  add_issue_comment: (state, args: InRepository & { issue_number: number; body: string }) => {
    const repo = openRepository(state, args);
    const isPull = state.pulls.some((pull) => pull.repo === repo && pull.number === args.issue_number);
    if (isPull)
      openPull(state, { ...args, pull_number: args.issue_number }).reviews.push({
        user: me,
        event: "COMMENT",
        body: args.body,
      });
    else openIssue(state, args).comments.push(args.body);
    return { user: { login: me }, body: args.body };
  },
  search_issues: (state, args: { q: string }) => search(state, args.q),
  search_code: (state, args: { q: string }) => {
    const words = args.q.replaceAll(/\w+:\S+/g, " ");
    const items = state.files.filter(({ path, content }) => matchesWords(words, path, content));
    return {
      total_count: items.length,
      items: items.map(({ repo, path }) => ({ path, repository: { full_name: `${owner}/${repo}` } })),
    };
  },
  search_users: (state, args: { q: string }) => {
    const logins = [me, ...new Set(state.pulls.map(({ user }) => user)), "sara-okafor"];
    const items = logins.filter((login) =>
      matchesWords(args.q.replaceAll(/\w+:\S+/g, " "), login.replace("-", " "), login),
    );
    return { total_count: items.length, items: items.map((login) => ({ login })) };
  },
  list_pull_requests: (state, args: InRepository & { state?: string; base?: string }) => {
    const repo = openRepository(state, args);
    const wanted = args.state ?? "open";
    return state.pulls
      .filter(
        (pull) =>
          pull.repo === repo && (wanted === "all" || pull.state === wanted) && (!args.base || pull.base === args.base),
      )
      .map(showPull);
  },
  get_pull_request: (state, args: InRepository & { pull_number: number }) => showPull(openPull(state, args)),
  get_pull_request_files: (state, args: InRepository & { pull_number: number }) =>
    openPull(state, args).files.map((filename) => ({ filename, status: "modified" })),
  get_pull_request_status: (state, args: InRepository & { pull_number: number }) => {
    const pull = openPull(state, args);
    return { state: pull.checks, statuses: [{ context: "ci/test", state: pull.checks }], sha: shaOf(pull.id) };
  },
  get_pull_request_reviews: (state, args: InRepository & { pull_number: number }) =>
    openPull(state, args).reviews.map(({ user, event, body }) => ({ user: { login: user }, state: event, body })),
  get_pull_request_comments: () => [],
  create_pull_request_review: (state, args: InRepository & { pull_number: number; event: string; body: string }) => {
    openPull(state, args).reviews.push({ user: me, event: args.event, body: args.body });
    return { user: { login: me }, state: args.event, body: args.body };
  },
  create_pull_request: (state, args: InRepository & { title: string; body?: string; head: string; base: string }) => {
    const repo = openRepository(state, args);
    const number = nextNumber(state, repo);
    const pull: PullRequest = {
      id: `${repo}#${number}`,
      repo,
      number,
      title: args.title,
      body: args.body ?? "",
      user: me,
      head: openBranch(state, repo, args.head),
      base: openBranch(state, repo, args.base),
      state: "open",
      merged: false,
      merge_method: null,
      checks: "pending",
      files: [],
      reviews: [],
    };
    state.pulls.push(pull);
    return showPull(pull);
  },
  merge_pull_request: (state, args: InRepository & { pull_number: number; merge_method?: string }) => {
    const pull = openPull(state, args);
    if (pull.state === "closed") throw new ServiceError("Method Not Allowed: Pull Request is not mergeable");
    pull.state = "closed";
    pull.merged = true;
    pull.merge_method = args.merge_method ?? "merge";
    return { merged: true, message: "Pull Request successfully merged", sha: shaOf(pull.id) };
  },
});
