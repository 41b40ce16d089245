import type { RankerChoice } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import type { CreateIndex } from "../engine/session/catalogue-index.ts";
import { CoreError } from "../errors/core-error.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { Settings } from "../settings/settings.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";

/** What every framework adapter can be told. Everything has a default. */
export interface AdapterOptions {
  /** Tools that stay in the prompt: names, or patterns with `*` and `?`. Default: none, every tool is deferred. */
  readonly eager?: readonly string[];
  /** Rules that pin, defer or hide tools. Rules about arguments are for the framework's approvals, and are rejected here. */
  readonly policy?: readonly PolicyRule[];
  /** The name of the search tool. Default: `find_tools`. */
  readonly searchToolName?: string;
  /** How searches are ranked. Default: `hybrid`. */
  readonly ranker?: RankerChoice;
  /** Makes the index that searches are answered from. Default: `ToolIndex` of `@toolcrib/search`. */
  readonly createIndex?: CreateIndex;
  /** The maximum length of the list of names. Default: 4,000 tokens; 0 names none. */
  readonly announcementBudgetTokens?: number;
  /** Skills: they bring the tools `DiscoverSkills` and `Skill`. */
  readonly skills?: SkillLibrary;
}

const defaultSearchToolName = "find_tools";

/** The options as settings of the engine. */
export function settingsOf(options: AdapterOptions): Settings {
  const { eager = [], policy = [], searchToolName = defaultSearchToolName, ranker, announcementBudgetTokens } = options;
  if (!Array.isArray(eager) || eager.some((name) => typeof name !== "string")) {
    throw new CoreError("invalid_setting", {
      setting: "eager",
      expected: "an array of names",
      received: describeValue(eager),
    });
  }
  if (!Array.isArray(policy)) {
    throw new CoreError("invalid_setting", {
      setting: "policy",
      expected: "an array of rules",
      received: describeValue(policy),
    });
  }
  const guarded = policy.find((rule) => rule.arguments !== undefined);
  if (guarded !== undefined) {
    throw new CoreError("invalid_setting", {
      setting: "policy",
      expected: "rules without arguments, because the framework runs the tools: use its approvals for these",
      received: JSON.stringify(guarded),
    });
  }
  return {
    searchToolName,
    policy: [...policy, ...eager.map((name): PolicyRule => ({ action: "pin", name }))],
    ...(ranker === undefined ? {} : { ranker }),
    ...(announcementBudgetTokens === undefined ? {} : { announcementBudgetTokens }),
  };
}
