import { fallbackLoader } from "@toolcrib/core/loaders";
import { parseMode } from "@toolcrib/core/settings";
import type { Check } from "./check/check.ts";
import type { ClaudeCodeSettings, FoundValue } from "./claude-code-settings.ts";

const toolSearch = "ENABLE_TOOL_SEARCH";
const killSwitches = ["CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS", "DISABLE_EXPERIMENTAL_BETAS"];
const firstPartyHost = "api.anthropic.com";

/** Why Claude Code has tool search on or off, according to its settings and the environment. */
export function checkClaudeCode(settings: ClaudeCodeSettings): readonly Check[] {
  const mode = settings.variable(toolSearch);
  return [
    checkMode(mode),
    checkBaseUrl(settings.variable("ANTHROPIC_BASE_URL"), mode),
    ...killSwitches.flatMap((name) => checkKillSwitch(name, settings.variable(name))),
    ...checkModel(settings.model),
    ...checkDenied(settings.deniesSearchIn),
  ];
}

function checkMode(found: FoundValue | undefined): Check {
  const subject = toolSearch;
  if (found === undefined) {
    return { subject, state: "ok", says: "is not set: tool search is on by default at Anthropic's own host" };
  }
  const mode = parseMode(found.value);
  const where = `is "${found.value}" in ${found.source}`;
  if (mode.kind === "off") {
    return { subject, state: "problem", says: `${where}: that switches tool search off`, fix: `Set it to true there.` };
  }
  const means =
    mode.kind === "always"
      ? "tools are always deferred"
      : `tools are deferred once they cost ${mode.percent} % of the context window, and not before`;
  return { subject, state: mode.kind === "always" ? "ok" : "note", says: `${where}: ${means}` };
}

function checkBaseUrl(found: FoundValue | undefined, mode: FoundValue | undefined): Check {
  const subject = "ANTHROPIC_BASE_URL";
  if (found === undefined) {
    return { subject, state: "ok", says: "is not set: requests go to Anthropic" };
  }
  const says = `is ${found.value} in ${found.source}`;
  if (!URL.canParse(found.value)) {
    return { subject, state: "problem", says: `${says}, which is no URL`, fix: "Write it as http://host:port." };
  }
  if (new URL(found.value).hostname === firstPartyHost) {
    return { subject, state: "ok", says: `${says}: Anthropic's own host` };
  }
  if (mode !== undefined) {
    return {
      subject,
      state: "ok",
      says: `${says}: not Anthropic's own host, and ${toolSearch} is set, so that counts`,
    };
  }
  return {
    subject,
    state: "problem",
    says: `${says}: not Anthropic's own host, where some versions of Claude Code switch tool search off by themselves`,
    fix: `Set ${toolSearch}=true where Claude Code is started, or in env of ~/.claude/settings.json.`,
  };
}

function checkKillSwitch(subject: string, found: FoundValue | undefined): readonly Check[] {
  const isSet = found !== undefined && parseMode(found.value).kind !== "off" && found.value.trim() !== "";
  return isSet
    ? [
        {
          subject,
          state: "problem",
          says: `is "${found.value}" in ${found.source}: it switches tool search off, whatever ${toolSearch} says`,
          fix: "Unset it.",
        },
      ]
    : [];
}

function checkModel(found: FoundValue | undefined): readonly Check[] {
  return found !== undefined && /claude-(2|3|instant)/.test(found.value)
    ? [
        {
          subject: "model",
          state: "problem",
          says: `is ${found.value} in ${found.source}, which takes no tool references`,
          fix: `Use Sonnet 4, Opus 4, Haiku 4.5 or newer, or serve it through the gateway with --loader ${fallbackLoader.name}.`,
        },
      ]
    : [];
}

function checkDenied(source: string | undefined): readonly Check[] {
  return source === undefined
    ? []
    : [
        {
          subject: "ToolSearch",
          state: "problem",
          says: `is forbidden by permissions.deny of ${source}, so nothing can be deferred`,
          fix: "Take it out of the list.",
        },
      ];
}
