import type { GateReason } from "@toolcrib/core/engine";

/** The remedy for each reason of the gate, as in docs/gate-reasons.md; a test compares the two. */
export const gateRemedies: Readonly<Record<GateReason, string>> = {
  on: "Nothing: it works.",
  on_servers_pending: "Wait for the servers, or look at why they take so long.",
  kill_switch: "Unset `DISABLE_EXPERIMENTAL_BETAS` and `CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS`.",
  mode_off: "Set `ENABLE_TOOL_SEARCH` (or the setting `toolSearch`) to `true` or `auto`.",
  loader_eager: "Choose a loader that defers tools; `docs/loaders.md` lists them.",
  upstream_unsupported: "Choose a loader that needs no references; `docs/loaders.md` lists them.",
  upstream_refused: "Wait ten minutes and it is tried again, or choose a loader that needs no references.",
  unknown_host:
    'Set `ENABLE_TOOL_SEARCH` to any value that is not empty, set `onUnknownHost` to `try`, or say that the upstream supports it (`toolSearch: "supported"`).',
  model_unsupported: "Use a newer model or a loader that needs no references, or replace the list `unsupportedModels`.",
  nothing_to_defer:
    "Nothing, if that is right. If it is not: look whether rules or `alwaysLoad` keep every tool in the prompt, and whether servers have failed.",
  no_eager_tool: "Pass a search tool, or pin one of the tools.",
  no_search_tool: "Pass a search tool, and look whether a rule hides it.",
  forced_tool_choice: "Let the tool choice be `auto` in turns that may search, or name the tool to call.",
  last_turn: "Give the agent more than one turn.",
  below_threshold:
    "Nothing: loading all tools is cheaper here. Set the mode to `true` or to a smaller share to defer them all the same.",
};
