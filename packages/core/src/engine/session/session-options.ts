import type { StartTimer } from "@toolcrib/shared/timers";
import type { UpstreamFacts } from "../../03-loader-available/upstream-facts.ts";
import type { CountTokens } from "../../04-threshold/threshold.ts";
import type { Settings } from "../../settings/settings.ts";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { Tool } from "../../tools/tool.ts";
import type { RequestToPrepare } from "../prepare-request/request.ts";
import type { EngineTraceSink } from "../prepare-request/trace.ts";
import type { CreateIndex } from "./catalogue-index.ts";

/** How a session is set up. Everything has a default. */
export interface SessionOptions {
  readonly tools?: readonly Tool[];
  readonly settings?: Settings;
  readonly upstream?: UpstreamFacts;
  /** Makes the index that searches are answered from. Default: `ToolIndex` of `@toolcrib/search`. */
  readonly createIndex?: CreateIndex;
  /**
   * Skills, to be searched in the same index. They bring the tools `DiscoverSkills` and `Skill` and a sentence for the system prompt,
   * and each turn the session shows the model those that fit the user's words.
   */
  readonly skills?: SkillLibrary;
  /** The upstream's counting endpoint, for the `auto` mode. Without it, the length of the definitions decides. */
  readonly countTokens?: CountTokens;
  readonly traceSink?: EngineTraceSink;
  readonly now?: () => number;
  readonly startTimer?: StartTimer;
}

/** A request of a session: what the session itself knows is left out. */
export type SessionRequest = Omit<
  RequestToPrepare,
  "tools" | "searchTool" | "servers" | "upstream" | "settings" | "deferralCost" | "thread"
>;
