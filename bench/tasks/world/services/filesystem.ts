import { defineService, find, ServiceError } from "./service.ts";

const root = "/projects";

const seed = () => ({
  directories: [
    "/projects",
    "/projects/shop",
    "/projects/shop/config",
    "/projects/notes",
    "/projects/notes/archive",
  ].map((id) => ({ id })),
  files: [
    { id: "/projects/shop/config/server.json", content: '{\n  "port": 8417,\n  "host": "127.0.0.1"\n}\n' },
    { id: "/projects/shop/CHANGELOG.md", content: "# Changelog\n\n## 4.2.0\n- Cart rounding fixed\n- Size guide\n" },
    { id: "/projects/notes/todo.txt", content: "call insurance\nwater plants\n" },
    { id: "/projects/notes/2024-minutes.md", content: "# Minutes 2024\n" },
    { id: "/projects/notes/2025-minutes.md", content: "# Minutes 2025\n" },
    { id: "/projects/notes/2026-minutes.md", content: "# Minutes 2026\n\nBudget for lamps: 1,850 euros.\n" },
  ],
});

type State = ReturnType<typeof seed>;

function inside(path: string): string {
  const full = (path.startsWith("/") ? path : `${root}/${path}`).replace(/\/\.?$/, "").replaceAll("/./", "/");
  if (full !== root && !full.startsWith(`${root}/`))
    throw new ServiceError(`Access denied - path outside allowed directories: ${full} not in ${root}`);
  return full;
}

const noFile = (path: string): string => `ENOENT: no such file or directory, open '${path}'`;
const fileOf = (state: State, path: string) => find(state.files, ({ id }) => id === inside(path), noFile(path));
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

function checkDirectory(state: State, path: string): string {
  return find(state.directories, ({ id }) => id === path, `ENOENT: no such file or directory, scandir '${path}'`).id;
}

function read(state: State, args: { path: string; head?: number; tail?: number }): string {
  const { content } = fileOf(state, args.path);
  const lines = content.split("\n");
  if (args.head !== undefined) return lines.slice(0, args.head).join("\n");
  return args.tail === undefined ? content : lines.slice(-args.tail).join("\n");
}

function list(state: State, path: string): string {
  const directory = checkDirectory(state, inside(path));
  const directories = state.directories
    .filter(({ id }) => parentOf(id) === directory)
    .map(({ id }) => `[DIR] ${id.split("/").at(-1)}`);
  const files = state.files
    .filter(({ id }) => parentOf(id) === directory)
    .map(({ id }) => `[FILE] ${id.split("/").at(-1)}`);
  return [...directories, ...files].join("\n");
}

export const filesystem = defineService("filesystem", seed, {
  list_allowed_directories: () => `Allowed directories:\n${root}`,
  read_file: read,
  read_text_file: read,
  read_multiple_files: (state, args: { paths: string[] }) =>
    args.paths.map((path) => `${path}:\n${fileOf(state, path).content}`).join("\n---\n"),
  list_directory: (state, args: { path: string }) => list(state, args.path),
  list_directory_with_sizes: (state, args: { path: string }) => list(state, args.path),
  directory_tree: (state, args: { path: string }) => {
    const base = checkDirectory(state, inside(args.path));
    return [...state.directories, ...state.files]
      .map(({ id }) => id)
      .filter((id) => id.startsWith(`${base}/`))
      .sort();
  },
  search_files: (state, args: { path: string; pattern: string }) => {
    const base = inside(args.path);
    const pattern = new RegExp(
      `(^|/)${args.pattern.replaceAll("**/", "").replaceAll(".", "\\.").replaceAll("*", "[^/]*")}`,
      "i",
    );
    const found = [...state.directories, ...state.files]
      .map(({ id }) => id)
      .filter((id) => id.startsWith(`${base}/`) && pattern.test(id.slice(base.length)));
    return found.join("\n") || "No matches found";
  },
  get_file_info: (state, args: { path: string }) => {
    const path = inside(args.path);
    const isDirectory = state.directories.some(({ id }) => id === path);
    return `size: ${isDirectory ? 4096 : fileOf(state, path).content.length}\nisDirectory: ${isDirectory}\nisFile: ${!isDirectory}`;
  },
  create_directory: (state, args: { path: string }) => {
    const path = inside(args.path);
    const parts = path.slice(root.length).split("/").filter(Boolean);
    for (const index of parts.keys()) {
      const id = `${root}/${parts.slice(0, index + 1).join("/")}`;
      if (!state.directories.some((directory) => directory.id === id)) state.directories.push({ id });
    }
    return `Successfully created directory ${path}`;
  },
  write_file: (state, args: { path: string; content: string }) => {
    const path = inside(args.path);
    checkDirectory(state, parentOf(path));
    const existing = state.files.find(({ id }) => id === path);
    if (existing) existing.content = args.content;
    else state.files.push({ id: path, content: args.content });
    return `Successfully wrote to ${path}`;
  },
  edit_file: (state, args: { path: string; edits: { oldText: string; newText: string }[]; dryRun?: boolean }) => {
    const target = fileOf(state, args.path);
    let content = target.content;
    for (const { oldText, newText } of args.edits) {
      if (!content.includes(oldText)) throw new ServiceError(`Could not find exact match for edit:\n${oldText}`);
      content = content.replace(oldText, newText);
    }
    if (!args.dryRun) target.content = content;
    return `\`\`\`diff\n${args.edits.map(({ oldText, newText }) => `-${oldText}\n+${newText}`).join("\n")}\n\`\`\``;
  },
  move_file: (state, args: { source: string; destination: string }) => {
    const source = fileOf(state, args.source);
    const destination = inside(args.destination);
    checkDirectory(state, parentOf(destination));
    if (state.files.some(({ id }) => id === destination))
      throw new ServiceError(`EEXIST: file already exists, '${destination}'`);
    state.files.splice(state.files.indexOf(source), 1);
    state.files.push({ id: destination, content: source.content });
    return `Successfully moved ${args.source} to ${args.destination}`;
  },
});
