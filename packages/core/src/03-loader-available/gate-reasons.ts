/**
 * Why tool search is on or off for a request: the complete list, in the order in which reasons against it are checked.
 * `docs/gate-reasons.md` holds the same table; a test compares the two.
 */
export const gateReasons = {
  on: "Tools are deferred and the model can search for them.",
  on_servers_pending:
    "Nothing is deferred yet, but servers are still connecting and the search tool can wait for them.",
  kill_switch: "DISABLE_EXPERIMENTAL_BETAS keeps every experimental field off the wire.",
  mode_off: "Tool search is switched off by the setting or by ENABLE_TOOL_SEARCH.",
  loader_eager: "The loader of this upstream puts every tool into the prompt.",
  upstream_unsupported: "The upstream is known not to support tool search.",
  upstream_refused: "The upstream refused tool search a short while ago.",
  unknown_host: "The base URL is not the provider's own host, a proxy may reject references, and no mode was chosen.",
  model_unsupported: "The model is on the list of those that reject references.",
  nothing_to_defer: "No tool is deferred and no server is still connecting.",
  no_eager_tool: "Every tool would be deferred, and at least one must stay in the prompt.",
  no_search_tool: "There is no search tool in this request, so nothing deferred could be found.",
  forced_tool_choice:
    "The tool choice is any, or a tool that is not in the request, and the model could not search before the call.",
  last_turn: "Only one turn is left, and a search would use it up.",
  below_threshold: "The deferrable definitions cost less than the chosen share of the context window.",
} as const;

/** The codes of the gate's reasons. */
export type GateReason = keyof typeof gateReasons;

/** Whether tool search is on for a request, and why. */
export interface GateAnswer {
  readonly isOn: boolean;
  readonly reason: GateReason;
  readonly explanation: string;
}

export function gateAnswer(reason: GateReason): GateAnswer {
  return { isOn: reason === "on" || reason === "on_servers_pending", reason, explanation: gateReasons[reason] };
}
