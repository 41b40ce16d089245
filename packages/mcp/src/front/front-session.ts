import type { PolicyRule } from "@toolcrib/core/policy";
import type { UsageHistory } from "@toolcrib/search";
import type { ListedTool, PooledTool } from "../lists/pooled-tool.ts";
import type { CallOptions } from "../pool/call-options.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import { answerDescribe } from "./describe-call.ts";
import { describeCatalogue } from "./describe-catalogue.ts";
import type { FrontCallControl } from "./front-call-control.ts";
import type { FrontCaller } from "./front-caller.ts";
import type { FrontCatalogue } from "./front-catalogue.ts";
import { addQuery, type FrontLearning, SearchedQueries } from "./front-learning.ts";
import type { ResolvedFrontOptions } from "./front-options.ts";
import { programToolName } from "./front-programs.ts";
import type { SkillClient } from "./front-skills.ts";
import { frontToolNames, frontTools } from "./front-tools.ts";
import type { FrontView } from "./front-view.ts";
import { ownToolNames, pinnedTools } from "./pinned-tools.ts";
import { runCall } from "./run-call.ts";
import { answerSearch } from "./search-call.ts";
import { SessionPrograms } from "./session-programs.ts";
import { withText } from "./text-result.ts";

const noRules: readonly PolicyRule[] = [];

/** The owner of a session. */
export interface FrontSessionClient {
  /** The client's name for itself. */
  readonly clientName: () => string;
  readonly caller: FrontCaller | undefined;
  readonly era: ProtocolEra;
}

/** The catalogue that a caller sees. */
export type CatalogueOf = (caller: FrontCaller | undefined) => FrontCatalogue;

/** What a view depends on. */
interface ViewKey {
  readonly catalogue: FrontCatalogue;
  readonly policy: readonly PolicyRule[];
  readonly client: string;
  /** Of the rules in the servers' entries. */
  readonly version: number;
}

/** One client's view: its listed tools, the tools it has found, and its calls. */
export class FrontSession {
  /** The catalogue of the last request. */
  lastCatalogue: FrontCatalogue | undefined;
  readonly #catalogueOf: CatalogueOf;
  readonly #options: ResolvedFrontOptions;
  readonly #clientName: () => string;
  readonly #caller: FrontCaller | undefined;
  /** In the order found, so that a new one is listed after all earlier ones. */
  readonly #found = new Set<string>();
  #fruitless = 0;
  #lastList = "";
  #lastView: (ViewKey & { readonly view: FrontView }) | undefined;
  #hasRevealed = false;
  readonly #discovered = new Set<string>();
  readonly #queries: string[] = [];
  readonly #era: ProtocolEra;

  constructor(
    catalogueOf: CatalogueOf,
    options: ResolvedFrontOptions,
    { clientName, caller, era }: FrontSessionClient,
  ) {
    this.#catalogueOf = catalogueOf;
    this.#options = options;
    this.#clientName = clientName;
    this.#caller = caller;
    this.#era = era;
  }

  get #catalogue(): FrontCatalogue {
    this.lastCatalogue = this.#catalogueOf(this.#caller);
    return this.lastCatalogue;
  }

  /** What this client may see and call under the current rules. */
  get view(): FrontView {
    const catalogue = this.#catalogue;
    const policy = this.#caller?.policy() ?? noRules;
    const client = this.#clientName();
    const { rulesVersion: version } = catalogue;
    const last = this.#lastView;
    const isSameCaller = last?.policy === policy && last.client === client;
    if (isSameCaller && last.version === version && last.catalogue === catalogue) return last.view;
    const view = catalogue.view(policy, client);
    this.#lastView = { catalogue, policy, client, version, view };
    return view;
  }

  /** A description of what is behind the front. */
  describe(): string {
    const { view } = this;
    return describeCatalogue(view.tools(), view.servers(), this.#options.descriptionTokens);
  }

  /** The list of tools: the front's own, the pinned ones by name, then, if enabled, the found ones as found. */
  listTools(): readonly ListedTool[] {
    const { view } = this;
    const pinned = this.#pinned();
    const listed = new Set([...pinned.values()].map(({ name }) => name));
    const listsFound = this.#options.listFoundTools();
    const found = (listsFound ? [...this.#found] : []).flatMap((name) => {
      const tool = listed.has(name) ? undefined : view.tool(name);
      return tool === undefined ? [] : [tool];
    });
    const tools = [
      ...frontTools(this.describe(), listsFound),
      ...(this.#programs?.tools() ?? []),
      ...this.#catalogue.skills.tools(view.rules),
      ...[...pinned].map(([name, { definition }]) => ({ ...definition, name })),
      ...found.map(({ name, definition }) => ({ ...definition, name })),
    ];
    this.#lastList = JSON.stringify(tools);
    return tools;
  }

  /** Whether the list differs from the one last sent. A client that never asked for it is not notified. */
  hasNewList(): boolean {
    const before = this.#lastList;
    if (before === "") return false;
    this.listTools();
    const isNew = this.#lastList !== before;
    this.#lastList = before;
    return isNew;
  }

  /** Whether the list of tools differs from the last one, which it then is. */
  takeNewList(): boolean {
    const before = this.#lastList;
    this.listTools();
    return this.#lastList !== before;
  }

  /** Whether an unlisted tool was found since the last call. */
  takeRevealed(): boolean {
    const hasRevealed = this.#hasRevealed;
    this.#hasRevealed = false;
    return hasRevealed && this.#options.listFoundTools();
  }

  async callTool(name: string, input: unknown, options: CallOptions): Promise<ToolResult> {
    const skill = await this.#catalogue.skills.answer(name, input, this.#skillClient);
    if (skill !== undefined) return skill;
    switch (name) {
      case frontToolNames.search:
        return this.#search(input);
      case frontToolNames.describe: {
        const { result, found } = await answerDescribe(this.view, input);
        this.#reveal(found);
        return result;
      }
      case frontToolNames.call: {
        const { name: inner, arguments: innerInput } = (input ?? {}) as Readonly<Record<string, unknown>>;
        return this.#call(typeof inner === "string" ? inner : "", innerInput, options);
      }
      case programToolName:
        return this.#programs?.run(input, options) ?? this.#call(name, input, options);
      default:
        return this.#call(name, input, options);
    }
  }

  /** Runs programs of this client; undefined if the front takes none. */
  get #programs(): SessionPrograms | undefined {
    const { programs, waitMilliseconds } = this.#options;
    if (programs === undefined) return undefined;
    return new SessionPrograms(programs, {
      caller: this.#caller?.id ?? "",
      view: () => this.view,
      callControl: () => this.#callControl,
      shown: [...this.#pinned().values()].map(({ name }) => name),
      waitMilliseconds,
      waitedFor: this.#catalogue.waitedFor,
      startSearch: async (query) => this.#startSearch(query),
      noteCall: (name) => this.#noteCall(name),
    });
  }

  async #search(input: unknown): Promise<ToolResult> {
    const { answerTokens, waitMilliseconds } = this.#options;
    const { query } = (input ?? {}) as { readonly query?: unknown };
    // Started before anything is awaited.
    const surfacing = this.#catalogue.skills.surface(query, this.#skillClient);
    await this.#catalogue.pool.freshen("tools", waitMilliseconds);
    const usage = await this.#startSearch(query);
    const { result, found, isFruitless } = await answerSearch({
      view: this.view,
      usage,
      input,
      answerTokens,
      waitMilliseconds,
      waitedFor: this.#catalogue.waitedFor,
      fruitlessBefore: this.#fruitless,
    });
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0;
    this.#reveal(found);
    return withText(result, await surfacing);
  }

  get #skillClient(): SkillClient {
    return { rules: this.view.rules, discovered: () => this.#discoveredSkills() };
  }

  /** What this client has discovered: in this session or, without one, since the front started. */
  #discoveredSkills(): Set<string> {
    if (this.#era === "legacy") return this.#discovered;
    return this.#catalogue.skills.discoveredBy(this.#clientKey);
  }

  get #callControl(): FrontCallControl | undefined {
    return this.#caller?.callControl?.() ?? this.#options.callControl;
  }

  get #learning(): FrontLearning | undefined {
    return this.#caller?.learning?.() ?? this.#options.learning;
  }

  /** What this client searched for: in this session or, without one, recently. */
  #searchedQueries(): string[] {
    if (this.#era === "legacy") return this.#queries;
    this.#catalogue.searched ??= new SearchedQueries();
    return this.#catalogue.searched.of(this.#clientKey);
  }

  get #clientKey(): string {
    return JSON.stringify([this.#caller?.id ?? "", this.#clientName()]);
  }

  async #call(name: string, input: unknown, options: CallOptions): Promise<ToolResult> {
    let tool = this.#resolve(name);
    if (tool === undefined) {
      // Its server may still be starting; wait for it for a limited time, but never use another tool.
      await this.#catalogue.pool.settled(this.#options.waitMilliseconds);
      tool = this.#resolve(name);
    }
    const control = this.#callControl;
    const { result, didRun } = await runCall({ view: this.view, tool: tool ?? name, input, options, control });
    if (didRun && tool !== undefined) {
      this.#fruitless = 0;
      this.#reveal([tool]);
      this.#noteCall(tool.name);
    }
    return result;
  }

  /** Notes what is searched for, and returns what was learned so far. */
  async #startSearch(query: unknown): Promise<UsageHistory | undefined> {
    const usage = await this.#learning?.history();
    if (usage !== undefined) addQuery(this.#searchedQueries(), query);
    return usage;
  }

  #noteCall(name: string): void {
    this.#learning?.note([{ queries: [...this.#searchedQueries()], names: [name] }]);
  }

  /** The definition of the tool that a call by this name would reach, if the client may see it. */
  definition(name: string): ListedTool | undefined {
    return ownToolNames.has(name) ? undefined : this.#resolve(name)?.definition;
  }

  #resolve(name: string): PooledTool | undefined {
    return this.view.tool(name) ?? (this.#options.pinnedNames === "own" ? this.#pinned().get(name) : undefined);
  }

  #reveal(tools: readonly PooledTool[]): void {
    const { view } = this;
    for (const tool of tools) {
      if (this.#found.has(tool.name) || view.access(tool) === "pin") continue;
      this.#found.add(tool.name);
      this.#hasRevealed = true;
    }
    for (const name of this.#found) {
      if (this.#found.size <= this.#options.maxFoundTools) return;
      this.#found.delete(name);
    }
  }

  #pinned(): ReadonlyMap<string, PooledTool> {
    return pinnedTools(this.view, this.#options);
  }
}
