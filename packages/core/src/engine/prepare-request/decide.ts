import { findModelFamily, type ModelFamily } from "../../02-model-support/model-family.ts";
import { type DefinitiveGateAnswer, definitiveGate } from "../../03-loader-available/definitive-gate.ts";
import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { ConversationReading } from "../../06-found-tools/conversation-reader.ts";
import type { Found } from "../../06-found-tools/found-tools.ts";
import type { TurnBoundaryForm } from "../../conversation/turn-boundary/turn-boundary.ts";
import { offLoader } from "../../loaders/eager.ts";
import { type Loader, usesReferences } from "../../loaders/loader.ts";
import type { ResolvedSettings } from "../../settings/resolve-settings.ts";
import { checkRequest } from "./check-request.ts";
import type { EngineMemory } from "./engine-memory.ts";
import { loadedNames } from "./loaded-names.ts";
import type { RequestToPrepare } from "./request.ts";

/** What steps 1 to 6 make of a request: everything that the later ones need to know. */
export interface Decision {
  readonly settings: ResolvedSettings;
  readonly family: ModelFamily;
  /** What is done about messages that hold references: nothing for models and loaders that do not need it. */
  readonly turnBoundary: TurnBoundaryForm;
  readonly plan: CataloguePlan;
  readonly reading: ConversationReading;
  readonly gate: DefinitiveGateAnswer;
  readonly found: Found;
  /** The loader of this request: while tool search is off, the one that sends everything. */
  readonly loader: Loader;
  /** The found tools whose definitions the model can see. */
  readonly loaded: readonly string[];
}

export function decide(request: RequestToPrepare, memory: EngineMemory): Decision {
  checkRequest(request);
  const { model } = request;
  const settings = memory.resolve(request.settings);
  const plan = memory.plan(request.tools, request.searchTool, settings.rules);
  const reading = memory.reader.read(request.messages);
  const gate = askGate(request, { settings, plan, memory });
  const family = findModelFamily(model, settings.modelFamilies);
  const found = memory.foundTools.list(reading.found, plan);
  const loader = gate.isOn || !settings.loader.defers ? settings.loader : offLoader;
  const loaded = loadedNames(loader, { reading, plan, memory });
  const needsBoundary = usesReferences(loader) && family.needsTurnBoundary;
  const turnBoundary = needsBoundary ? settings.turnBoundary : "none";
  return { settings, family, turnBoundary, plan, reading, gate, found, loader, loaded };
}

/** The gate's answer for a request, which does not depend on its messages. */
export function decideGate(request: Omit<RequestToPrepare, "messages">, memory: EngineMemory): DefinitiveGateAnswer {
  const settings = memory.resolve(request.settings);
  const plan = memory.plan(request.tools, request.searchTool, settings.rules);
  return askGate(request, { settings, plan, memory });
}

function askGate(
  request: Omit<RequestToPrepare, "messages">,
  { settings, plan, memory }: { settings: ResolvedSettings; plan: CataloguePlan; memory: EngineMemory },
): DefinitiveGateAnswer {
  return definitiveGate({
    settings,
    upstream: request.upstream ?? {},
    model: request.model,
    plan,
    hasPendingServers: request.servers?.some(({ state }) => state === "connecting") ?? false,
    turnsLeft: request.turnsLeft,
    toolChoice: request.toolChoice,
    cost: () => request.deferralCost ?? memory.estimatedCost(plan),
  });
}
