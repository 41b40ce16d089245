import { type ToolDocument, unnumberedName } from "../tool/document.ts";

/** The tools of each server. A change costs what it changes, however many tools there are. */
export class Servers {
  readonly #tools = new Map<string, Set<ToolDocument>>();
  /** Computed when a search needs them, and again after a change of the server. */
  readonly #names = new Map<string, ReadonlySet<string>>();

  add(document: ToolDocument): void {
    const { server } = document;
    this.#tools.set(server, (this.#tools.get(server) ?? new Set()).add(document));
    this.#names.delete(server);
  }

  remove(document: ToolDocument): void {
    const { server } = document;
    const tools = this.#tools.get(server);
    tools?.delete(document);
    if (tools?.size === 0) {
      this.#tools.delete(server);
    }
    this.#names.delete(server);
  }

  /** The names of a server's tools, without numbers: the same set until one of them changes. */
  namesOf(server: string): ReadonlySet<string> | undefined {
    const tools = this.#tools.get(server);
    let names = this.#names.get(server);
    if (names === undefined && tools !== undefined) {
      names = new Set(Array.from(tools, unnumberedName));
      this.#names.set(server, names);
    }
    return names;
  }
}
