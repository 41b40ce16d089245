import type { Message, Tool } from "@toolcrib/core";
import type { Loading } from "@toolcrib/core/loaders";
import type { LooseBlock } from "../../../../shared/blocks/block-text.ts";
import type { ToolNames } from "../../../../shared/tools/tool-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The deferred tools of a request, and which of them the conversation has loaded so far. */
export class DeferredTools {
  readonly loading: Loading | undefined;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #names: ToolNames;
  readonly #loaded = new Set<string>();
  /** Tools that the conversation loads in a way that the server does not know: it gets them from the start. */
  readonly #added: ReadonlySet<string>;

  constructor(loading: Loading | undefined, tools: readonly Tool[], messages: readonly Message[], names: ToolNames) {
    this.loading = loading;
    const deferred = loading === undefined ? [] : tools.filter(isDeferred);
    this.#tools = new Map(deferred.map((tool) => [tool.name ?? "", tool]));
    const addedBy = loading === "search" ? loadedIn : additionsIn;
    this.#added = new Set(this.#tools.size === 0 ? [] : messages.flatMap(addedBy));
    this.#names = names;
  }

  /** Whether a tool is kept out of the prompt. */
  has({ name = "" }: Tool): boolean {
    return this.#tools.has(name) && (this.loading === "message" || !this.#added.has(name));
  }

  /** Whether deferred tools are sent too, with a mark. */
  get areMarked(): boolean {
    return this.loading !== "message";
  }

  /** Whether messages that load tools may go up as a client of this dialect wrote them. */
  takesOwn(message: Message): boolean {
    return blocksOf(message).every((block) => this.takesOwnResult(block));
  }

  takesOwnResult(block: LooseBlock): boolean {
    return this.loading === "reference" || this.referencesIn(block).length === 0;
  }

  /** The tools that a result refers to. */
  referencesIn({ type, content }: LooseBlock): readonly Tool[] {
    if (type !== "tool_result" || !Array.isArray(content)) return [];
    return (content as readonly LooseBlock[]).flatMap((inner) => {
      const name = inner.type === "tool_reference" ? inner["tool_name"] : undefined;
      return typeof name === "string" ? (this.#tools.get(name) ?? []) : [];
    });
  }

  /** The tools that a system message adds. */
  additionsIn(message: Message): readonly Tool[] {
    return additionsIn(message).flatMap((name) => this.#tools.get(name) ?? []);
  }

  /** Parts of a tool message that load tools. Servers read either name. */
  partsFor(tools: readonly Tool[]): readonly Fields[] {
    return tools.map(({ name = "" }) => {
      const known = this.#names.toProvider(name);
      return { type: "tool_reference", name: known, tool_name: known };
    });
  }

  noteFor(tools: readonly Tool[]): string {
    return `Loaded ${tools.map(({ name = "" }) => this.#names.toProvider(name)).join(", ")}. You can call them now.`;
  }

  /** Of these tools, the ones that nothing before has loaded. */
  load(tools: readonly Tool[]): readonly Tool[] {
    const fresh = tools.filter(({ name = "" }) => !this.#loaded.has(name));
    for (const { name = "" } of fresh) this.#loaded.add(name);
    return fresh;
  }
}

function isDeferred({ name, defer_loading }: Tool): boolean {
  return name !== undefined && defer_loading === true;
}

function additionsIn(message: Message): readonly string[] {
  if (message.role !== "system") return [];
  return blocksOf(message).flatMap(({ type, tool }) => {
    const name = type === "tool_addition" ? (tool as { readonly name?: unknown } | undefined)?.name : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

/** What a conversation has loaded by any means. */
function loadedIn(message: Message): readonly string[] {
  const inner = blocksOf(message).flatMap(({ type, content }) =>
    type === "tool_result" && Array.isArray(content) ? (content as readonly LooseBlock[]) : [],
  );
  const found = inner.flatMap(({ type, tool_name: name }) =>
    type === "tool_reference" && typeof name === "string" ? [name] : [],
  );
  return [...additionsIn(message), ...found];
}

function blocksOf({ content }: Message): readonly LooseBlock[] {
  return typeof content === "string" ? [] : (content as readonly LooseBlock[]);
}
