import { type StartTimer, startTimer } from "@toolcrib/shared/timers";
import type { SearchIndex } from "../../11-search-call/search-index.ts";
import type { Message, ToolUseBlock } from "../../conversation/message.ts";
import type { ResolvedSettings } from "../../settings/resolve-settings.ts";
import { allowedSkills } from "../../skills/allowed-skills.ts";
import { answerSkillCall, type SkillCallAnswer } from "../../skills/answer-skill-call.ts";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import { freshSkills, prefetchSkills, surfaceSkills } from "../../skills/surface-skills.ts";
import type { EngineTraceSink } from "../prepare-request/trace.ts";
import type { SessionRequest } from "./session-options.ts";

/** What a session's skills are made of. */
export interface SessionSkillsOptions {
  readonly library: SkillLibrary;
  readonly index: SearchIndex;
  readonly settings: () => Pick<ResolvedSettings, "policy" | "ranker" | "skillWaitMilliseconds">;
  readonly startTimer?: StartTimer | undefined;
  readonly traceSink: EngineTraceSink | undefined;
}

/** The skills of a session: surfaced ahead of each turn, found and loaded when the model asks. */
export class SessionSkills {
  readonly #options: SessionSkillsOptions;

  constructor(options: SessionSkillsOptions) {
    this.#options = options;
  }

  /** Whether the rules leave any. */
  get hasAny(): boolean {
    const { library, settings } = this.#options;
    return allowedSkills(library, settings().policy).skills.size > 0;
  }

  /**
   * Looks at once for skills that fit the last user message, and gives the conversation with them when the search has ended or its time
   * is over. Only a turn of the conversation has any.
   */
  async surface({ messages, kind = "messages" }: SessionRequest): Promise<readonly Message[]> {
    if (kind !== "messages" && kind !== "resume") return messages;
    const { library, index, startTimer: start = startTimer } = this.#options;
    const { ranker, policy, skillWaitMilliseconds: timeoutMilliseconds } = this.#options.settings();
    try {
      const options = { startTimer: start, ranker, policy, timeoutMilliseconds };
      const prefetch = prefetchSkills(messages, library, index, options);
      await prefetch.done;
      const fresh = freshSkills(messages, prefetch.take());
      if (fresh.length === 0) return messages;
      this.#options.traceSink?.record([{ step: "surface-skills", surfaced: fresh.map(({ name }) => name) }]);
      return surfaceSkills(messages, fresh);
    } catch {
      // A conversation that cannot be read gets its error from the engine, which says where and why.
      return messages;
    }
  }

  async answer(call: ToolUseBlock, messages: readonly Message[]): Promise<SkillCallAnswer | undefined> {
    const { library, index, settings, traceSink } = this.#options;
    const { ranker, policy } = settings();
    const answer = await answerSkillCall({ call, messages, library, index, ranker, policy });
    if (answer !== undefined) traceSink?.record([answer.trace]);
    return answer;
  }
}
