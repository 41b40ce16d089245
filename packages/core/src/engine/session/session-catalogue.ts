import { describeValue } from "@toolcrib/shared/errors";
import { canonicalJson } from "@toolcrib/shared/json";
import { compareNames } from "@toolcrib/shared/names";
import { CoreError } from "../../errors/core-error.ts";
import { checkTools } from "../../tools/check-tools.ts";
import { serverOf, type Tool } from "../../tools/tool.ts";
import { toolKey } from "../../tools/tool-key.ts";

/** The tools of a session. Its list is the same object until something in it changes. */
export class SessionCatalogue {
  readonly #tools = new Map<string, Tool>();
  /** The tools that servers listed, by key. */
  readonly #listed = new Set<string>();
  #list: readonly Tool[] | undefined;

  /** The agent's own tools in its order, then those that servers list, by name: servers list in any order. */
  list(): readonly Tool[] {
    this.#list ??= this.#makeList();
    return this.#list;
  }

  /** Adds tools and replaces those that changed. One that comes again as it was stays what it is, so no byte changes. */
  add(tools: readonly Tool[]): void {
    checkTools(tools);
    for (const tool of tools) {
      const key = toolKey(tool);
      const known = this.#tools.get(key);
      if (known !== undefined && canonicalJson(known) === canonicalJson(tool)) continue;
      this.#tools.set(key, tool);
      this.#list = undefined;
    }
  }

  remove(names: Iterable<string>): number {
    if (typeof names === "string") {
      throw new CoreError("invalid_request", { field: "names", expected: "an array", received: describeValue(names) });
    }
    let removed = 0;
    for (const name of names) {
      this.#listed.delete(name);
      if (this.#tools.delete(name)) removed++;
    }
    if (removed > 0) this.#list = undefined;
    return removed;
  }

  /** Replaces all tools of a server. */
  replaceServer(server: string, tools: readonly Tool[]): void {
    this.add(tools);
    const kept = new Set(tools.map(toolKey));
    for (const key of kept) this.#listed.add(key);
    this.#list = undefined;
    this.remove(
      this.list()
        .filter((tool) => serverOf(tool) === server && !kept.has(toolKey(tool)))
        .map(toolKey),
    );
  }

  #makeList(): readonly Tool[] {
    const own = [...this.#tools].flatMap(([key, tool]) => (this.#listed.has(key) ? [] : [tool]));
    const ofServers = [...this.#listed].sort(compareNames).map((key) => this.#tools.get(key) as Tool);
    return [...own, ...ofServers];
  }
}
