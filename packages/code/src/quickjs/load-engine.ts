import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { errorMessage } from "@toolcrib/shared/errors";
import { CodeError } from "../errors/code-error.ts";

const packageName = "quickjs-wasi";
const require = createRequire(import.meta.url);

/** The name of the engine that is installed. */
export function findEngine(): string {
  try {
    const { version } = require(`${packageName}/package.json`) as { readonly version: string };
    return `${packageName} ${version}`;
  } catch (cause) {
    throw new CodeError("engine_not_installed", { package: packageName, received: "none" }, { cause });
  }
}

/** What every thread of this process shares. */
export interface EngineParts {
  readonly module: WebAssembly.Module;
  readonly bootstrap: string;
}

let parts: Promise<EngineParts> | undefined;

/** Compiles the engine, once in a process. */
export function loadEngine(): Promise<EngineParts> {
  parts ??= readParts().catch((error: unknown) => {
    parts = undefined;
    throw new CodeError("engine_failed", { reason: errorMessage(error) }, { cause: error });
  });
  return parts;
}

async function readParts(): Promise<EngineParts> {
  const [bytes, bootstrap] = await Promise.all([
    readFile(require.resolve(`${packageName}/quickjs.wasm`)),
    readFile(new URL("../../guest/bootstrap.js", import.meta.url), "utf8"),
  ]);
  return { module: await WebAssembly.compile(bytes), bootstrap };
}
