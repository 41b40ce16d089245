import type { Loader } from "@toolcrib/core/loaders";
import type { Embedder, LanguageReader } from "@toolcrib/search";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import type { StoredIndexes } from "../catalogue/stored-indexes.ts";
import type { SeenCatalogue } from "../catalogue-browser/seen-tools.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import { withInjectedPrograms } from "../injected-programs/with-injected-programs.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import type { SharedTurns } from "../memory/shared-turns.ts";
import type { ConfiguredUrl } from "../plan/mcp-toolsets/configured-name.ts";
import { createToolsetServers } from "../plan/mcp-toolsets/create-toolset-servers.ts";
import { createProgramRuntimes, type ProgramRuntimes, type ProgramRuntimesOptions } from "../programs/open-runtime.ts";
import { withPrograms } from "../programs/with-programs.ts";
import { RefusalMemory } from "../refusals/refusal-memory.ts";
import type { GatewayOptions } from "./gateway.ts";

export interface AnsweringOptions {
  readonly findMcpServer: GatewayOptions["findMcpServer"];
  readonly mcpServerUrls: (() => readonly ConfiguredUrl[]) | undefined;
  readonly loaders: readonly Loader[] | undefined;
  readonly embedder: Embedder | null | undefined;
  readonly languages: LanguageReader | undefined;
  /** Searches the catalogues of requests in a database. */
  readonly storedIndexes: StoredIndexes | undefined;
  /** Opens MCP servers for requests instead of what the gateway makes for its config. */
  readonly toolsetServers: ToolsetServers | undefined;
  /** Keeps hidden turns beyond this process. */
  readonly sharedTurns: SharedTurns | undefined;
  readonly onCatalogue: (seen: SeenCatalogue) => void;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly programs: ProgramRuntimesOptions;
}

/**
 * Creates request handlers. A handler is kept across reloads that do not affect it, with its memory of conversations and catalogues,
 * so that saving the config does not cost any client its cached prefix.
 */
export class Answering {
  /** What upstreams refused recently, across configs. */
  readonly refusals: RefusalMemory;
  readonly #options: AnsweringOptions;
  readonly #programs: ProgramRuntimes;
  readonly #hiddenPrograms: HiddenTurns;
  /** Those of earlier configs too, since requests that began under them may still be running. */
  readonly #toolsetServers: ToolsetServers[] = [];
  #current: { readonly key: string; readonly answerRequest: AnswerRequest } | undefined;

  constructor(options: AnsweringOptions) {
    this.#options = options;
    this.refusals = new RefusalMemory(options.clock);
    this.#programs = createProgramRuntimes(options.programs);
    this.#hiddenPrograms = new HiddenTurns(options.sharedTurns);
  }

  for({ capabilities, mcpAllowedHosts, probe }: ResolvedConfig): AnswerRequest {
    const key = JSON.stringify([capabilities, mcpAllowedHosts, probe]);
    if (this.#current?.key !== key) {
      const { findMcpServer, mcpServerUrls, loaders, embedder, languages, sharedTurns, onCatalogue } = this.#options;
      const { refusals } = this;
      const openRuntime = this.#programs.open;
      const hidden = this.#hiddenPrograms;
      const given = this.#options.toolsetServers;
      const made =
        given === undefined
          ? createToolsetServers({
              allowedHosts: mcpAllowedHosts,
              findNamed: findMcpServer,
              configuredUrls: mcpServerUrls,
            })
          : undefined;
      if (made !== undefined) this.#toolsetServers.push(made);
      const toolsetServers = given ?? made;
      const indexes = new CatalogueIndexes({ embedder, languages }, this.#options.storedIndexes);
      const answerRequest = createAnswerRequest({
        capabilities,
        loaders,
        indexes,
        toolsetServers,
        probe,
        sharedTurns,
        onCatalogue,
        refusals,
      });
      this.#current = {
        key,
        answerRequest: withInjectedPrograms(
          withPrograms(answerRequest, { openRuntime, toolsetServers, indexes, hidden, clock: this.#options.clock }),
          { openRuntime, hidden, runsToolsets: toolsetServers !== undefined },
        ),
      };
    }
    return this.#current.answerRequest;
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#options.sharedTurns?.settled(),
      this.#programs.close(),
      ...this.#toolsetServers.splice(0).map((servers) => servers.close()),
    ]);
  }
}
