import { Session } from "node:inspector/promises";

/** A function of this project that ran. */
export interface ExecutedFunction {
  /** The source, from the root of the repository: `packages/gateway/src/http/open-call.ts`. */
  readonly file: string;
  /** Empty for an anonymous function. */
  readonly name: string;
  /** Where it begins in the compiled file. */
  readonly offset: number;
}

/** Collects the functions of this project that run in this process, by V8's precise coverage. */
export class FunctionCoverage {
  readonly #session = new Session();
  #executed = new Map<string, ExecutedFunction>();

  /** Call before the modules are loaded. */
  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** Collects what ran since the last time. Returns whether anything did. */
  async collect(): Promise<boolean> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    let ran = false;
    for (const { url, functions } of result) {
      const file = sourceOf(url);
      if (file === undefined) continue;
      for (const { functionName: name, ranges } of functions) {
        const [range] = ranges;
        if (range === undefined || range.count === 0) continue;
        ran = true;
        const offset = range.startOffset;
        this.#executed.set(`${file}:${offset}`, { file, name, offset });
      }
    }
    return ran;
  }

  /** Gives what was collected, and forgets it. */
  take(): readonly ExecutedFunction[] {
    const executed = [...this.#executed.values()];
    this.#executed = new Map();
    return executed;
  }
}

const packages = new URL("../../../packages/", import.meta.url).href;

/** Undefined for what is not a compiled source of this project. */
function sourceOf(url: string): string | undefined {
  if (!url.startsWith(packages) || url.includes("/node_modules/")) return undefined;
  const [, folder, file] = /^([^?]+)\/dist\/(.+)\.js$/.exec(url.slice(packages.length)) ?? [];
  return folder === undefined ? undefined : `packages/${folder}/src/${file}.ts`;
}
