import { ToolIndex, usesMeaning } from "@toolcrib/search";
import { startTimer } from "@toolcrib/shared/timers";
import type { GateAnswer } from "../../03-loader-available/gate-reasons.ts";
import { optimisticGate } from "../../03-loader-available/optimistic-gate.ts";
import { Refusals } from "../../03-loader-available/refusals.ts";
import { TokenMemo } from "../../04-threshold/token-memo.ts";
import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import { answerSearchCall, type SearchCallAnswer } from "../../11-search-call/search-call.ts";
import { createSearchTool } from "../../11-search-call/search-tool.ts";
import {
  type Compaction,
  type CompactionKind,
  compactConversation,
  snapshotBeforeCompaction,
} from "../../13-compaction/compaction.ts";
import { type Snip, snipConversation } from "../../13-compaction/snip.ts";
import { type CallVerdict, checkCall } from "../../calls/check-call.ts";
import type { CompactMetadata, Message, ToolUseBlock } from "../../conversation/message.ts";
import { type ResolvedSettings, resolveSettings } from "../../settings/resolve-settings.ts";
import type { Settings } from "../../settings/settings.ts";
import type { SkillCallAnswer } from "../../skills/answer-skill-call.ts";
import { withSkillsSentence } from "../../skills/skill-prompt.ts";
import { discoverSkillsTool, skillTool } from "../../skills/skill-tools.ts";
import type { ServerState } from "../../tools/server-state.ts";
import type { Tool } from "../../tools/tool.ts";
import { EngineMemory } from "../prepare-request/engine-memory.ts";
import { loadedNames } from "../prepare-request/loaded-names.ts";
import { prepareRequest } from "../prepare-request/prepare-request.ts";
import type { PreparedRequest } from "../prepare-request/request.ts";
import { ServerStates } from "./server-states.ts";
import { SessionCatalogue } from "./session-catalogue.ts";
import { SessionIndex } from "./session-index.ts";
import type { SessionOptions, SessionRequest } from "./session-options.ts";
import { SessionSkills } from "./session-skills.ts";

/**
 * The engine with a catalogue and servers of its own, for an agent's loop. What is found and what was announced it reads from the
 * conversation each time, so another session with the same tools gives the same answers.
 */
export class DeferralSession {
  #options: SessionOptions;
  readonly #thread: "main" | "subagent";
  #settings: ResolvedSettings;
  readonly #catalogue = new SessionCatalogue();
  readonly #servers = new ServerStates();
  readonly #memory = new EngineMemory();
  readonly #tokens: TokenMemo;
  readonly #refusals: Refusals;
  #searchTool: Tool;
  readonly #index: SessionIndex;
  readonly #skills: SessionSkills | undefined;

  constructor(options: SessionOptions = {}, thread: "main" | "subagent" = "main") {
    this.#options = options;
    this.#thread = thread;
    this.#settings = resolveSettings(options.settings);
    this.#tokens = new TokenMemo(options.countTokens);
    this.#refusals = new Refusals({ now: options.now ?? Date.now });
    this.#searchTool = createSearchTool(this.#settings.searchToolName);
    this.#catalogue.add(options.tools ?? []);
    if (options.skills !== undefined) this.#catalogue.add([discoverSkillsTool, skillTool]);
    const createIndex = () => new ToolIndex(usesMeaning(this.#settings.ranker) ? {} : { embedder: null });
    this.#index = new SessionIndex(options.createIndex ?? createIndex, () => this.#plan(), options.skills);
    const { skills: library, startTimer, traceSink } = options;
    const shared = { index: this.#index, settings: () => this.#settings, startTimer, traceSink };
    this.#skills = library && new SessionSkills({ library, ...shared });
  }

  /** The tools as they stand. */
  get tools(): readonly Tool[] {
    return this.#catalogue.list();
  }

  /** Replaces the settings, such as a list of models that came from a file or a URL. Holds from the next request on. */
  configure(settings: Settings): void {
    const { ranker } = this.#settings;
    this.#settings = resolveSettings(settings);
    if (this.#settings.ranker !== ranker) this.#index.forget();
    this.#options = { ...this.#options, settings };
    if (this.#searchTool.name !== this.#settings.searchToolName) {
      this.#searchTool = createSearchTool(this.#settings.searchToolName);
    }
  }

  /** Adds tools, and replaces those of the same name that changed. */
  addTools(tools: readonly Tool[]): void {
    this.#catalogue.add(tools);
  }

  /** Removes tools by name, and says how many there were. */
  removeTools(names: Iterable<string>): number {
    return this.#catalogue.remove(names);
  }

  /** Sets the state of a server: connecting, ready with these tools, failed or disabled. A search waits for connecting servers. */
  setServer(name: string, state: ServerState["state"], tools?: readonly Tool[]): void {
    if (tools !== undefined) this.#catalogue.replaceServer(name, tools);
    this.#servers.set(name, state);
  }

  /** Removes a server and its tools. */
  removeServer(name: string): void {
    this.#catalogue.replaceServer(name, []);
    this.#servers.delete(name);
  }

  /** Whether the search tool belongs into the pool of tools: the first layer of the gate. */
  poolGate(): GateAnswer {
    return optimisticGate(this.#settings, this.#options.upstream ?? {});
  }

  /** Prepares the next request. Continue with its `conversation`. */
  async prepare(request: SessionRequest): Promise<PreparedRequest> {
    const { upstream = {}, traceSink, settings } = this.#options;
    const isAuto = this.#settings.mode.mode.kind === "auto";
    // Started before anything is awaited.
    const surfacing = this.#skills?.surface(request) ?? request.messages;
    const deferralCost = isAuto ? await this.#tokens.costOf(this.#plan(), request.model) : undefined;
    const prepared = prepareRequest(
      {
        ...request,
        messages: await surfacing,
        system: this.#skills?.hasAny === true ? withSkillsSentence(request.system) : request.system,
        tools: this.tools,
        searchTool: this.#searchTool,
        servers: this.#servers.list(),
        upstream: this.#refusals.has(upstream, request.model) ? { ...upstream, hasRefused: true } : upstream,
        settings,
        deferralCost,
        thread: this.#thread,
      },
      this.#memory,
    );
    traceSink?.record(prepared.trace);
    return prepared;
  }

  /** Answers a call of the search tool. */
  async answerSearch(call: ToolUseBlock): Promise<SearchCallAnswer> {
    const { serverWaitMilliseconds, searchToolName, ranker } = this.#settings;
    const answer = await answerSearchCall({
      call,
      searchToolName,
      ranker,
      index: this.#index,
      catalogue: () => ({ plan: this.#plan(), servers: this.#servers.list() }),
      waitForServers: () => this.#servers.settled(serverWaitMilliseconds, this.#options.startTimer ?? startTimer),
    });
    this.#options.traceSink?.record([answer.trace]);
    return answer;
  }

  /** Answers a call of `DiscoverSkills` or `Skill`; undefined for any other call, and in a session without skills. */
  async answerSkill(call: ToolUseBlock, messages: readonly Message[]): Promise<SkillCallAnswer | undefined> {
    return this.#skills?.answer(call, messages);
  }

  /** Checks a call before it runs, against what the conversation has loaded. */
  checkCall(call: ToolUseBlock, messages: readonly Message[]): CallVerdict {
    const plan = this.#plan();
    const reading = this.#memory.reader.read(messages);
    const seen = loadedNames(this.#settings.loader, { reading, plan, memory: this.#memory });
    // With tool search off, every tool is in the prompt.
    const loaded = this.poolGate().isOn ? seen : [...plan.deferredNames];
    return checkCall({ call, plan, loaded, ...this.#settings });
  }

  /** What must be written on the boundary before a compaction. */
  snapshot(messages: readonly Message[], kind: CompactionKind = "full"): CompactMetadata {
    return snapshotBeforeCompaction(messages, kind, this.#isInPrompt);
  }

  /** Carries out a compaction, with the snapshot on its boundary. */
  compact(compaction: Omit<Compaction, "isInPrompt">): readonly Message[] {
    return compactConversation({ ...compaction, isInPrompt: this.#isInPrompt });
  }

  /** Drops old messages one by one, with a snapshot in their place. */
  snip(snip: Omit<Snip, "isInPrompt">): readonly Message[] {
    return snipConversation({ ...snip, isInPrompt: this.#isInPrompt });
  }

  /** Notes an error of the upstream. Returns true if it refused the feature: then prepare the request again, now without it. */
  noteRefusal(model: string, status: number, message: string): boolean {
    return this.#refusals.note(this.#options.upstream ?? {}, model, status, message);
  }

  /** A session for a subagent: it starts with the same tools, or the given ones, and never affects this session. */
  subagent(options: Partial<SessionOptions> = {}): DeferralSession {
    const child = new DeferralSession({ ...this.#options, tools: this.tools, ...options }, "subagent");
    for (const { name, state } of this.#servers.list()) child.setServer(name, state);
    return child;
  }

  readonly #isInPrompt = (name: string): boolean => {
    const plan = this.#plan();
    return plan.byName.has(name) && !plan.deferredNames.has(name);
  };

  #plan(): CataloguePlan {
    return this.#memory.plan(this.tools, this.#searchTool, this.#settings.rules);
  }
}
