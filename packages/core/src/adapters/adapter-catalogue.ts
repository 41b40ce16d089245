import { type RankerChoice, ToolIndex, usesMeaning } from "@toolcrib/search";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { type CataloguePlan, planCatalogue } from "../05-deferral-decision/catalogue-plan.ts";
import { announcementForm } from "../09-announcement/announcement-delta.ts";
import { createSearchTool } from "../11-search-call/search-tool.ts";
import { writeAnnouncement } from "../conversation/announcement-text.ts";
import {
  type ContentBlock,
  isBlock,
  type Message,
  type ToolResultBlock,
  type ToolUseBlock,
} from "../conversation/message.ts";
import type { CatalogueIndex } from "../engine/session/catalogue-index.ts";
import { DeferralSession } from "../engine/session/session.ts";
import { CoreError } from "../errors/core-error.ts";
import { bridgeLoader } from "../loaders/bridge.ts";
import type { CallWrapper } from "../loaders/loader.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { skillsSentence } from "../skills/skill-prompt.ts";
import { discoverSkillsTool, skillTool } from "../skills/skill-tools.ts";
import type { Tool } from "../tools/tool.ts";
import { type AdapterOptions, settingsOf } from "./adapter-options.ts";
import { readSearchOutput, type SearchOutput, type TranscriptResult } from "./search-output.ts";

/** A call of a tool and its result, as skills read them. */
export interface TranscriptCall extends TranscriptResult {
  readonly id: string;
  readonly input: unknown;
}

/** A call of a tool, with its arguments parsed. */
export interface BridgedCall {
  readonly name: string;
  readonly input: unknown;
}

/** A call of a tool, with its arguments as text. */
export interface CallText {
  readonly name: string;
  readonly argumentText: string;
}

/** How many tools are loaded that only may be meant. */
const maxUnclear = 3;

/**
 * The tools of an agent for a framework adapter: which of them are deferred, what a search answers, and what a
 * transcript has loaded. It keeps no state of a conversation, so every process computes the same from the same messages.
 */
export class AdapterCatalogue {
  /** The definition of the search tool; the adapter registers it and answers its calls with `search`. */
  readonly searchTool: Tool & { readonly name: string };
  /** The definitions of the skill tools, if there are skills; answered by `answerSkill`. */
  readonly skillTools: readonly Tool[];
  /** For the system prompt: the names of the deferred tools, and how skills work. Undefined if there is nothing to say. */
  readonly systemText: string | undefined;
  readonly #plan: CataloguePlan;
  readonly #session: DeferralSession;
  readonly #places: ReadonlyMap<string, number>;
  readonly #hidden: ReadonlySet<string>;

  constructor(tools: readonly Tool[], options: AdapterOptions = {}) {
    const settings = settingsOf(options);
    const { rules, searchToolName, announcementBudgetTokens, ranker } = resolveSettings(settings);
    const taken = tools.find(({ name }) => name === searchToolName);
    if (taken !== undefined) throw new CoreError("search_tool_name_taken", { name: searchToolName });
    const deferrable = tools.map((tool): Tool => ({ shouldDefer: true, ...tool }));
    const { skills, createIndex = () => completeIndex(ranker) } = options;
    this.skillTools = skills === undefined ? [] : [discoverSkillsTool, skillTool];
    this.searchTool = createSearchTool(searchToolName) as Tool & { readonly name: string };
    this.#plan = planCatalogue([...deferrable, ...this.skillTools], this.searchTool, rules);
    this.#places = new Map(this.#plan.eager.map(({ name = "" }, place) => [name, place]));
    const hidden = deferrable.filter((tool) => this.#plan.isHidden(tool));
    this.#hidden = new Set(hidden.flatMap(({ name }) => name ?? []));
    this.#session = new DeferralSession({
      tools: deferrable,
      settings,
      ...(skills === undefined ? {} : { skills }),
      createIndex,
    });
    const texts = [
      announcementOf(this.#plan, searchToolName, announcementBudgetTokens),
      skills === undefined ? undefined : skillsSentence,
    ].filter((text) => text !== undefined);
    this.systemText = texts.length === 0 ? undefined : texts.join("\n\n");
  }

  /** Whether anything is deferred; if not, requests stay as they are. */
  get defers(): boolean {
    return this.#plan.deferred.length > 0;
  }

  isDeferred(name: string): boolean {
    return this.#plan.deferredNames.has(name);
  }

  /** Whether a rule hides a tool: then the framework must not have it at all. */
  isHidden(name: string): boolean {
    return this.#hidden.has(name);
  }

  /** Answers a call of the search tool. Mistakes of the model become a note for the model. */
  async search(input: unknown): Promise<SearchOutput> {
    if (isRecord(input) && input["query"] === this.#namelessQuery) return { tools: [], note: this.#namelessNote };
    const { found, note, result } = await this.#answer(input);
    const text = found.length > 0 ? note?.text : textOf(result.content);
    return { tools: found, ...(text === undefined ? {} : { note: text }) };
  }

  /** The tools for a search whose answer cannot hold a note: what was found or, if nothing is a clear match, what may be meant. */
  async find(input: unknown): Promise<readonly string[]> {
    const { found, candidates } = await this.#answer(input);
    return found.length > 0 ? found : candidates.slice(0, maxUnclear);
  }

  /**
   * The deferred tools that a transcript has loaded, in the order in which it did: those that a search returned, and those
   * that were called without one.
   */
  loaded(results: Iterable<TranscriptResult>): readonly string[] {
    const loaded = new Set<string>();
    for (const { name, output } of results) {
      const names = name === this.searchTool.name ? readSearchOutput(output).tools : [name];
      for (const found of names) if (this.isDeferred(found)) loaded.add(found);
    }
    return [...loaded];
  }

  /**
   * The tools of a request: first those that are always there, in an order that does not depend on how a server lists
   * them, then the loaded ones in the order loaded. What was sent before is the beginning of what is sent later.
   */
  visible<Given extends { readonly name: string }>(given: readonly Given[], loaded: readonly string[]): Given[] {
    const byName = new Map(given.map((tool) => [tool.name, tool]));
    return [...this.eager(given), ...loaded.flatMap((name) => byName.get(name) ?? [])];
  }

  /** The tools that are not deferred. Tools that the catalogue does not know come first. */
  eager<Given extends { readonly name: string }>(given: readonly Given[]): Given[] {
    const placeOf = ({ name }: Given) => this.#places.get(name) ?? -1;
    const eager = given.filter(({ name }) => !this.isDeferred(name) && !this.isHidden(name));
    return eager.sort((left, right) => placeOf(left) - placeOf(right));
  }

  /** The tools of a request, and the one that it makes the model call, which may be deferred. */
  withForced<Given extends { readonly name: string }>(
    sent: readonly Given[],
    given: readonly Given[],
    forced: unknown,
  ): Given[] {
    const isMissing = ({ name }: Given) => this.isDeferred(name) && !sent.some((tool) => tool.name === name);
    return [...sent, ...given.filter((tool) => tool.name === forced && isMissing(tool))];
  }

  /** The deferred tools of a list, by name. */
  deferred<Given extends { readonly name: string }>(given: readonly Given[]): Given[] {
    const byName = new Map(given.map((tool) => [tool.name, tool]));
    return this.#plan.deferred.flatMap(({ name = "" }) => byName.get(name) ?? []);
  }

  /** The tool through which found tools are called, for models whose list of tools must not change. */
  get bridge(): CallWrapper {
    return bridgeLoader.wrapper?.(this.#plan) as CallWrapper;
  }

  /** A call of a deferred tool as the model sees it with the bridge. Other calls stay as they are. */
  wrapCall({ name, input }: BridgedCall): BridgedCall {
    return this.isDeferred(name) ? this.bridge.wrap({ type: "tool_use", id: "call", name, input }) : { name, input };
  }

  /** The call that the model means with a call of the bridge. Other calls stay as they are. */
  unwrapCall({ name, input }: BridgedCall): BridgedCall {
    const call = this.bridge.unwrap({ type: "tool_use", id: "call", name, input });
    return call.name === this.bridge.tool.name || call.name === "" ? this.#namelessCall() : call;
  }

  /** `wrapCall` for arguments that are text. Text that is not JSON becomes a string, so that the model reads it again. */
  wrapText({ name, argumentText }: CallText): CallText {
    if (!this.isDeferred(name)) return { name, argumentText };
    const call = this.wrapCall({ name, input: parseJson(argumentText) ?? argumentText });
    return { name: call.name, argumentText: JSON.stringify(call.input) };
  }

  /** `unwrapCall` for arguments that are text, which stay the text that the model wrote. */
  unwrapText({ name, argumentText }: CallText): CallText {
    const wrapper = this.bridge;
    if (name !== wrapper.tool.name) return { name, argumentText };
    const reader = wrapper.createReader();
    const parts = [reader.push(argumentText), reader.end()];
    if (reader.name === undefined || reader.name === "") {
      const call = this.#namelessCall();
      return { name: call.name, argumentText: JSON.stringify(call.input) };
    }
    return { name: reader.name, argumentText: parts.map((part) => part.argumentText).join("") };
  }

  /**
   * What a call of the bridge becomes that names no tool: a search that runs nothing and is answered with what is wrong.
   * No framework has a tool of the bridge's name: some end the run at its call, others list all names to the model.
   */
  #namelessCall(): BridgedCall {
    return { name: this.searchTool.name, input: { query: this.#namelessQuery } };
  }

  get #namelessQuery(): string {
    return `${this.bridge.tool.name}()`;
  }

  get #namelessNote(): string {
    const { name } = this.bridge.tool;
    return `The call of ${name} names no tool; nothing was run. Pass ${name} the name of a tool and its arguments, or search with ${this.searchTool.name}.`;
  }

  /** Instructions with the names of the deferred tools at their end: the same bytes in every request. */
  appendSystemText(instructions: string | undefined): string | undefined {
    const texts = [instructions, this.systemText].filter((text) => text !== undefined && text !== "");
    return texts.length === 0 ? undefined : texts.join("\n\n");
  }

  /** A search result for the bridge: the definitions of the tools that it found, as text. */
  describe({ tools, note }: SearchOutput): string {
    const found = tools.flatMap((name) => (this.isDeferred(name) ? (this.#plan.byName.get(name) ?? []) : []));
    const definitions = textOf(bridgeLoader.renderReferences?.(found) ?? []);
    return [definitions, note].filter((text) => text !== undefined && text !== "").join("\n\n") || "No tool found.";
  }

  /** Answers a call of the search tool, with definitions, or of a skill tool. Undefined for other tools. */
  async answerText(
    name: string,
    input: unknown,
  ): Promise<{ readonly text: string; readonly isError: boolean } | undefined> {
    if (name === this.searchTool.name) return { text: this.describe(await this.search(input)), isError: false };
    return this.skillTools.some((tool) => tool.name === name) ? this.answerSkill(name, input, []) : undefined;
  }

  #answer(input: unknown): ReturnType<DeferralSession["answerSearch"]> {
    return this.#session.answerSearch({ type: "tool_use", id: "search", name: this.searchTool.name, input });
  }

  /** Answers a call of a skill tool, given the earlier calls of the conversation. */
  async answerSkill(
    name: string,
    input: unknown,
    earlier: Iterable<TranscriptCall>,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const messages = [...earlier].filter((call) => call.name === discoverSkillsTool.name).flatMap(asMessages);
    const call: ToolUseBlock = { type: "tool_use", id: "skill", name, input };
    const answer = await this.#session.answerSkill(call, messages);
    if (answer === undefined) return { text: `There are no skills, so ${name} does nothing.`, isError: true };
    return { text: textOf(answer.result.content) ?? "", isError: answer.result.is_error === true };
  }
}

/** An index that answers when its vectors are built, so that the first search of a process finds what later ones find. */
function completeIndex(ranker: RankerChoice): CatalogueIndex {
  const index = new ToolIndex(usesMeaning(ranker) ? {} : { embedder: null });
  return {
    specificationVersion: "v1",
    sync: (tools) => index.sync(tools),
    search: async (query, options) => {
      await index.ready();
      return index.search(query, options);
    },
  };
}

function announcementOf(plan: CataloguePlan, searchToolName: string, budgetTokens: number): string | undefined {
  if (plan.deferred.length === 0) return undefined;
  const form = announcementForm(plan, budgetTokens);
  const announcement = { ...form, removedNames: [], removedServers: [], total: plan.deferred.length };
  return writeAnnouncement(announcement, searchToolName, false);
}

function textOf(content: string | readonly ContentBlock[] | undefined): string | undefined {
  if (typeof content === "string" || content === undefined) return content;
  return content.flatMap((block) => (isBlock(block, "text") ? [block.text] : [])).join("\n");
}

function asMessages({ id, name, input, output }: TranscriptCall): Message[] {
  const content = typeof output === "string" ? output : JSON.stringify(output ?? "");
  const call: ToolUseBlock = { type: "tool_use", id, name, input };
  const result: ToolResultBlock = { type: "tool_result", tool_use_id: id, content };
  return [
    { role: "assistant", content: [call] },
    { role: "user", content: [result] },
  ];
}
