import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { followLinks } from "./init-steps.ts";

/** A line that keeps a file out of commits without touching a file of the repository. */
export interface Exclusion {
  /** `.git/info/exclude`, or what a worktree or a submodule has in its place. */
  readonly file: string;
  readonly line: string;
}

/**
 * Whether `git add .` would take a file. `open`: it would, and the exclusion prevents that. `exposed`: it would, whatever we exclude.
 * `unknown`: there is a repository, and git does not answer.
 */
export type GitState =
  | { readonly kind: "outside" }
  | { readonly kind: "ignored" | "open"; readonly exclusion: Exclusion }
  | { readonly kind: "exposed" | "unknown"; readonly reason: string };

const timeoutMilliseconds = 10_000;

/** Asks git about a file that need not exist yet. */
export async function gitStateOf(path: string): Promise<GitState> {
  const target = await followLinks(resolve(path));
  const folder = nearestFolder(dirname(target));
  if (!isInRepository(folder)) return { kind: "outside" };
  const found = await git(folder, ["rev-parse", "--show-toplevel", "--git-path", "info/exclude"]);
  const [top, exclude, ...others] = found.stdout.replace(/\r?\n$/, "").split(/\r?\n/);
  if (found.exitCode !== 0 || top === undefined || exclude === undefined || others.length > 0) {
    return { kind: "unknown", reason: found.problem };
  }
  const name = relative(await realpath(top), join(await realpath(folder), relative(folder, target)));
  const wirePath = name.split(sep).join("/");
  if ((await git(top, ["--literal-pathspecs", "ls-files", "--error-unmatch", "--", wirePath])).exitCode === 0) {
    return { kind: "exposed", reason: `git tracks ${basename(target)}` };
  }
  const exclusion = { file: resolve(folder, exclude), line: `/${wirePath.replace(/[\\*?[]| $/g, "\\$&")}` };
  const ignored = await git(top, ["check-ignore", "--verbose", "--", `./${wirePath}`]);
  if (ignored.exitCode === 1) return { kind: "open", exclusion };
  if (ignored.exitCode !== 0) return { kind: "unknown", reason: ignored.problem };
  // Of several patterns in one file the last counts; those of .gitignore come before those of the exclude file.
  const [, source = "", pattern = ""] = /^(.*?):\d+:(.*)\t/.exec(ignored.stdout) ?? [];
  if (!pattern.startsWith("!")) return { kind: "ignored", exclusion };
  if (basename(source) !== ".gitignore") return { kind: "open", exclusion };
  return { kind: "exposed", reason: `${source} has ${pattern}, so git does not ignore ${basename(target)}` };
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const outer = dirname(folder);
  return outer !== folder && isInRepository(outer);
}

interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly problem: string;
}

async function git(folder: string, words: readonly string[]): Promise<GitAnswer> {
  // A repository can name programs for git to run; none is needed here.
  const safely = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
  const { GIT_DIR: _folder, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...environment } = process.env;
  const options = { timeout: timeoutMilliseconds, env: { ...environment, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" } };
  try {
    const { stdout } = await promisify(execFile)("git", [...safely, "-C", folder, ...words], options);
    return { exitCode: 0, stdout, problem: "git gave an unexpected answer" };
  } catch (error) {
    const { code, stderr = "" } = error as { readonly code?: unknown; readonly stderr?: string };
    const [line = ""] = stderr.split("\n");
    const problem = code === "ENOENT" ? "git is not installed" : line || "git did not answer";
    return { exitCode: typeof code === "number" ? code : -1, stdout: "", problem };
  }
}
