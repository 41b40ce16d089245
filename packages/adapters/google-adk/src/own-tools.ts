import { BaseTool, type LlmRequest, type RunAsyncToolRequest, type ToolProcessLlmRequest } from "@google/adk";
import { CoreError, type Tool } from "@toolcrib/core";
import { type AdapterCatalogue, withMethods } from "@toolcrib/core/adapters";
import { transcriptOf } from "./transcript.ts";

type Declaration = ReturnType<BaseTool["_getDeclaration"]>;
type Part = NonNullable<LlmRequest["contents"][number]["parts"]>[number];

/** A tool of ours, from its definition. */
export class OwnTool extends BaseTool {
  readonly #definition: Tool;
  readonly #run: (request: RunAsyncToolRequest) => Promise<unknown>;

  constructor(definition: Tool, run: (request: RunAsyncToolRequest) => Promise<unknown>) {
    super({ name: definition.name ?? "", description: definition.description ?? "" });
    this.#definition = definition;
    this.#run = run;
  }

  override _getDeclaration(): Declaration {
    return { name: this.name, description: this.description, parametersJsonSchema: this.#definition.input_schema };
  }

  override runAsync(request: RunAsyncToolRequest): Promise<unknown> {
    return this.#run(request);
  }
}

/** The search tool. It adds to a request what its conversation has loaded, in the order loaded. */
export class SearchTool extends OwnTool {
  readonly catalogue: AdapterCatalogue;
  readonly #deferred: ReadonlyMap<string, BaseTool>;

  constructor(catalogue: AdapterCatalogue, deferred: readonly BaseTool[]) {
    super(catalogue.searchTool, ({ args }) => catalogue.search(args));
    this.catalogue = catalogue;
    this.#deferred = new Map(deferred.map((tool) => [tool.name, tool]));
  }

  override async processLlmRequest(request: ToolProcessLlmRequest): Promise<void> {
    const { llmRequest } = request;
    if (llmRequest.toolsDict[this.name] instanceof OwnTool) {
      throw new CoreError("applied_twice", { adapter: "@toolcrib/google-adk" });
    }
    await super.processLlmRequest(request);
    appendInstructions(llmRequest, this.catalogue);
    const allowed = [...this.#deferred.values()].filter((tool) => isAllowed(llmRequest, tool.name));
    const byName = new Map(allowed.map((tool) => [tool.name, tool]));
    const { allowedFunctionNames: forced = [] } = llmRequest.config?.toolConfig?.functionCallingConfig ?? {};
    for (const name of new Set([...this.catalogue.loaded(transcriptOf(llmRequest.contents)), ...forced])) {
      await byName.get(name)?.processLlmRequest(request);
    }
    // A call of a tool that is not declared runs too, instead of ending the run with an error.
    for (const tool of allowed) llmRequest.toolsDict[tool.name] ??= tool;
  }
}

/** A deferred tool in the list of the agent's tools, where the ADK looks for it when a person has confirmed a call. */
export function deferredTool(tool: BaseTool, searchToolName: string): BaseTool {
  return withMethods(tool, {
    // The search tool has done it, unless the request may not have the search tool: then every tool is needed.
    async processLlmRequest(request) {
      if (!(searchToolName in request.llmRequest.toolsDict)) await tool.processLlmRequest(request);
    },
  });
}

function isAllowed({ allowedTools }: LlmRequest, name: string): boolean {
  return allowedTools === undefined || allowedTools.includes(name);
}

function appendInstructions(llmRequest: LlmRequest, catalogue: AdapterCatalogue): void {
  const { systemInstruction: given } = llmRequest.config ?? {};
  if (given === undefined || typeof given === "string") {
    const text = catalogue.appendSystemText(given);
    if (text !== undefined) llmRequest.config = { ...llmRequest.config, systemInstruction: text };
  } else if (catalogue.systemText !== undefined) {
    const parts = Array.isArray(given) ? given : "parts" in given ? (given.parts ?? []) : [given as Part];
    llmRequest.config = { ...llmRequest.config, systemInstruction: [...parts, { text: catalogue.systemText }] };
  }
}
