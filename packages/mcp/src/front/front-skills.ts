import type { ContentBlock } from "@toolcrib/core";
import type { PolicyRule } from "@toolcrib/core/policy";
import {
  allowedSkills,
  answerSkillCall,
  prefetchSkills,
  type SkillLibrary,
  skillIndexOf,
  writeSkillList,
} from "@toolcrib/core/skills";
import type { RankerName } from "@toolcrib/search";
import type { ListedTool } from "../lists/pooled-tool.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import { frontSkillTools, skillToolNames } from "./front-skill-tools.ts";
import { errorResult, textResult } from "./text-result.ts";

/** The options that a front's skills need. */
interface FrontSkillsOptions {
  readonly library: () => SkillLibrary | undefined;
  readonly ranker: () => RankerName;
  readonly waitMilliseconds: () => number;
}

/** The client that uses skills: skills that rules hide do not exist for it. */
export interface SkillClient {
  readonly rules: readonly PolicyRule[];
  /** The names of the skills that it has discovered; grows with each find. */
  readonly discovered: () => Set<string>;
}

const maxCallers = 1_000;

/**
 * The skills behind a front. The front does not see conversations: discovered skills are remembered per session, or per
 * caller for requests without one.
 */
export class FrontSkills {
  readonly #options: FrontSkillsOptions;
  readonly #discovered = new Map<string, Set<string>>();

  constructor(options: FrontSkillsOptions) {
    this.#options = options;
  }

  /** The skill tools; empty if there are no skills. */
  tools(rules: readonly PolicyRule[]): readonly ListedTool[] {
    const library = this.#library(rules);
    return library === undefined ? [] : frontSkillTools(library.skills.size);
  }

  /** The skills that a caller without a session has discovered; the least recently used are dropped first. */
  discoveredBy(caller: string): Set<string> {
    const discovered = this.#discovered.get(caller) ?? new Set<string>();
    this.#discovered.delete(caller);
    this.#discovered.set(caller, discovered);
    for (const oldest of this.#discovered.keys()) {
      if (this.#discovered.size <= maxCallers) break;
      this.#discovered.delete(oldest);
    }
    return discovered;
  }

  /**
   * Skills that match a client's search, as text; undefined if there are none or it takes too long. Starts immediately.
   */
  async surface(query: unknown, { rules, discovered }: SkillClient): Promise<string | undefined> {
    const library = this.#library(rules);
    if (library === undefined || typeof query !== "string") return undefined;
    const question = { role: "user", content: query } as const;
    const options = { ranker: this.#options.ranker(), timeoutMilliseconds: this.#options.waitMilliseconds() };
    const prefetch = prefetchSkills([question], library, skillIndexOf(library), options);
    await prefetch.done;
    const skills = prefetch.take();
    if (skills.length === 0) return undefined;
    const known = discovered();
    for (const { name } of skills) known.add(name);
    return `Skills that may help (load one with ${skillToolNames.load} before following it):\n${writeSkillList(skills)}`;
  }

  /** Answers a call of a skill tool; undefined for other calls, or if there are no skills. */
  async answer(name: string, input: unknown, client: SkillClient): Promise<ToolResult | undefined> {
    if (name !== skillToolNames.discover && name !== skillToolNames.load) return undefined;
    const library = this.#library(client.rules);
    if (library === undefined) return undefined;
    const discovered = client.discovered();
    const answer = await answerSkillCall({
      call: { type: "tool_use", id: "call", name, input },
      messages: [],
      library,
      index: skillIndexOf(library),
      ranker: this.#options.ranker(),
      discovered,
      policy: client.rules,
      names: skillToolNames,
    });
    if (answer === undefined) return undefined;
    if (answer.trace.step === "discover-skills") for (const found of answer.trace.found) discovered.add(found);
    const { content, is_error: isError } = answer.result;
    const text = typeof content === "string" ? content : (content ?? []).map(textOf).join("\n");
    return isError === true ? errorResult(text) : textResult(text);
  }

  #library(rules: readonly PolicyRule[]): SkillLibrary | undefined {
    const whole = this.#options.library();
    const library = whole === undefined ? undefined : allowedSkills(whole, rules);
    return library === undefined || library.skills.size === 0 ? undefined : library;
  }
}

function textOf(block: ContentBlock): string {
  return (block as { readonly text?: string }).text ?? "";
}
