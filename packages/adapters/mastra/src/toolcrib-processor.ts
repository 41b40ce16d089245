import type { ProcessInputStepArgs, ProcessInputStepResult, Processor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { CoreError, type Tool } from "@toolcrib/core";
import { type AdapterOptions, CatalogueCache, pickLoader } from "@toolcrib/core/adapters";
import { bridgeModel } from "./bridge-model.ts";
import { catalogueTools } from "./catalogue-tools.ts";
import { transcriptOf } from "./transcript.ts";

const loaders = { append: { hasBridge: false }, bridge: { hasBridge: true } } as const;
/** How found tools become callable. */
export type LoaderName = keyof typeof loaders;

/** Options for `ToolcribProcessor`. Everything has a default. */
export interface ToolcribOptions extends AdapterOptions {
  /** Default: `append`. */
  readonly loader?: LoaderName;
}

/** Search tools of ours; module-level, because two processors must not meet in one agent. */
const searchTools = new WeakSet<object>();

/**
 * Defers the tools of a Mastra agent: add it to `inputProcessors`. What is loaded is read from the messages of each
 * step, so memory, another process or a new run continues with the same tools.
 */
export class ToolcribProcessor implements Processor<"toolcrib"> {
  readonly id = "toolcrib";
  readonly name = "Toolcrib";
  readonly #catalogues: CatalogueCache;
  readonly #hasBridge: boolean;

  constructor(options: ToolcribOptions = {}) {
    this.#hasBridge = pickLoader(loaders, options.loader).hasBridge;
    this.#catalogues = new CatalogueCache(options);
  }

  processInputStep(args: ProcessInputStepArgs): ProcessInputStepResult {
    const { tools = {}, toolChoice, activeTools, messages, messageList, model } = args;
    if (Object.values(tools).some((given) => searchTools.has(given as object))) {
      throw new CoreError("applied_twice", { adapter: "@toolcrib/mastra" });
    }
    const catalogue = this.#catalogues.get(catalogueTools(tools));
    const { searchTool, skillTools, systemText } = catalogue;
    const transcript = transcriptOf(messages);
    const own = [
      asTool(searchTool, (input) => catalogue.search(input)),
      ...skillTools.map((definition) =>
        asTool(definition, async (input) => {
          return (await catalogue.answerSkill(definition.name ?? "", input, transcript)).text;
        }),
      ),
    ];
    searchTools.add(own[0] as object);
    messageList.clearSystemMessages(this.id);
    const named = Object.entries(tools).map(([name, tool]) => ({ name, tool }));
    // The step may not have the search: then every tool is needed.
    if (activeTools?.includes(searchTool.name) === false) {
      return { tools: asRecord(named.filter(({ name }) => !catalogue.isHidden(name))) };
    }
    if (systemText !== undefined) messageList.addSystem({ role: "system", content: systemText }, this.id);
    const given = [...named, ...own.map((tool) => ({ name: tool.id, tool }))];
    if (this.#hasBridge) {
      const kept = given.filter(({ name }) => !catalogue.isHidden(name));
      return { tools: asRecord(kept), model: bridgeModel(model, catalogue) };
    }
    const visible = catalogue.visible(given, catalogue.loaded(transcript));
    return { tools: asRecord(catalogue.withForced(visible, given, forcedName(toolChoice))) };
  }
}

type OwnTool = ReturnType<typeof createTool>;

function asRecord(tools: readonly { readonly name: string; readonly tool: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(tools.map(({ name, tool }) => [name, tool]));
}

function asTool({ name = "", description, input_schema }: Tool, run: (input: unknown) => Promise<unknown>): OwnTool {
  return createTool({
    id: name,
    description: description ?? "",
    inputSchema: input_schema as never,
    // Some providers take a schema for a strict one otherwise, which has no optional arguments.
    strict: false,
    execute: (input: unknown) => run(input),
  }) as unknown as OwnTool;
}

function forcedName(choice: ProcessInputStepArgs["toolChoice"]): string | undefined {
  return typeof choice === "object" && choice.type === "tool" ? String(choice.toolName) : undefined;
}
