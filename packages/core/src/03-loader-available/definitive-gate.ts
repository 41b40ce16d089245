import { findUnsupportedPattern } from "../02-model-support/model-support.ts";
import { contextWindowOf } from "../04-threshold/context-windows.ts";
import { type DeferralCost, decideThreshold, type ThresholdAnswer } from "../04-threshold/threshold.ts";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { usesReferences } from "../loaders/loader.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { ToolChoice } from "../tools/tool-choice.ts";
import { type GateAnswer, type GateReason, gateAnswer } from "./gate-reasons.ts";
import { findObstacle } from "./optimistic-gate.ts";
import type { UpstreamFacts } from "./upstream-facts.ts";

/** The input of the second layer. */
export interface GateQuestion {
  readonly settings: ResolvedSettings;
  readonly upstream: UpstreamFacts;
  readonly model: string;
  readonly plan: CataloguePlan;
  readonly hasPendingServers: boolean;
  readonly turnsLeft: number | undefined;
  readonly toolChoice: ToolChoice | undefined;
  /** Asked for only where the mode is `auto`. */
  readonly cost: () => DeferralCost;
}

/** The gate's answer, with the threshold's numbers if it was used. */
export interface DefinitiveGateAnswer extends GateAnswer {
  readonly threshold?: ThresholdAnswer;
}

/** Step 3, second layer: definitive, for one request. */
export function definitiveGate(question: GateQuestion): DefinitiveGateAnswer {
  const obstacle = findObstacle(question.settings, question.upstream) ?? findRequestObstacle(question);
  if (obstacle !== undefined) return gateAnswer(obstacle);
  const { mode } = question.settings.mode;
  if (mode.kind !== "auto" || question.settings.deferBy === "flags")
    return gateAnswer(question.plan.hasDeferred ? "on" : "on_servers_pending");
  const { contextWindows, defaultContextWindow } = question.settings;
  const contextWindow = contextWindowOf(question.model, contextWindows, defaultContextWindow);
  const threshold = decideThreshold(question.cost(), contextWindow, mode.percent);
  return { ...gateAnswer(threshold.isReached ? "on" : "below_threshold"), threshold };
}

function findRequestObstacle(question: GateQuestion): GateReason | undefined {
  const { plan, settings, model, toolChoice, turnsLeft = Number.POSITIVE_INFINITY } = question;
  if (usesReferences(settings.loader) && findUnsupportedPattern(model, settings.unsupportedModels) !== undefined) {
    return "model_unsupported";
  }
  if (!plan.hasDeferred && !question.hasPendingServers) return "nothing_to_defer";
  if (plan.eager.length === 0) return "no_eager_tool";
  const isClientsDecision = settings.deferBy === "flags";
  if (!plan.hasSearchTool && !isClientsDecision) return "no_search_tool";
  // A client that deferred tools itself knows the search tool, and calls it like any other.
  if (toolChoice?.type === "any" && !isClientsDecision) return "forced_tool_choice";
  const isMissing = toolChoice?.type === "tool" && !plan.byName.has(toolChoice.name ?? "");
  if (isMissing && !(isClientsDecision && usesReferences(settings.loader))) return "forced_tool_choice";
  return turnsLeft <= 1 ? "last_turn" : undefined;
}
