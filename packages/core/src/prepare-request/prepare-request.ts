import { type AnnouncementQuestion, announceList } from "../announcement/announcement.ts";
import { CoreError } from "../errors/core-error.ts";
import { describeValue } from "../errors/describe-value.ts";
import { definitiveGate } from "../loader-available/definitive-gate.ts";
import { findModelFamily } from "../model-support/model-family.ts";
import { findUnsupportedPattern } from "../model-support/model-support.ts";
import { bridgeToolName } from "../request-tools/bridge-tool.ts";
import { givenTools, requestTools } from "../request-tools/request-tools.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { chooseBetas } from "../wire-fields/betas.ts";
import { EngineMemory } from "./engine-memory.ts";
import type { PreparedRequest, RequestToPrepare } from "./request.ts";
import type { TraceEntry } from "./trace.ts";
import { writeMessages } from "./write-messages.ts";

/**
 * Prepares one request: decides whether tools are deferred, which are sent and what the model is told, and repairs the conversation.
 * Pure: the same input gives the same bytes, nothing in it is written to, and with tool search off it passes through as it came.
 * A memory makes the next turn of a conversation cheap and never changes the answer.
 */
export function prepareRequest(request: RequestToPrepare, memory: EngineMemory = new EngineMemory()): PreparedRequest {
  if (typeof request.model !== "string") {
    throw new CoreError("invalid_request", {
      field: "model",
      expected: "a string",
      received: describeValue(request.model),
    });
  }
  const settings = resolveSettings(request.settings);
  const upstream = request.upstream ?? {};
  const plan = memory.plan(request.tools, request.searchTool, settings.rules);
  let reading = memory.reader.read(request.messages);
  const gate = definitiveGate({
    settings,
    upstream,
    model: request.model,
    plan,
    hasPendingServers: request.servers?.some(({ state }) => state === "connecting") ?? false,
    turnsLeft: request.turnsLeft,
    toolChoice: request.toolChoice,
    cost: () => request.deferralCost ?? memory.estimatedCost(plan),
  });
  const trace: TraceEntry[] = [
    { step: "mode", mode: settings.mode.mode, isChosen: settings.mode.isChosen, isKilled: settings.isKilled },
    {
      step: "model-support",
      model: request.model,
      deniedBy: findUnsupportedPattern(request.model, settings.unsupportedModels),
    },
    { step: "loader-available", isOn: gate.isOn, reason: gate.reason },
  ];
  if (gate.threshold !== undefined) trace.push({ step: "threshold", ...gate.threshold });
  trace.push({
    step: "deferral-decision",
    eager: plan.eager.length,
    deferred: plan.deferred.length,
    counts: plan.counts,
  });

  const found = memory.found(reading, plan);
  trace.push({ step: "found-tools", found });
  const tools = gate.isOn ? requestTools({ plan, found, ...settings }) : givenTools(plan);
  trace.push({
    step: "request-tools",
    loader: gate.isOn ? settings.loader : "eager",
    sent: tools.length,
    sentDeferred: gate.isOn && settings.loader === "native" ? tools.length - plan.eager.length : 0,
  });

  const betas = chooseBetas({
    featureBetas: settings.loader === "native" ? settings.betas[upstream.provider ?? "anthropic"] : [],
    wanted: request.betas ?? [],
    sent: request.sentBetas ?? [],
    isOn: gate.isOn,
    wasOn: reading.showsToolSearch,
    mustBeAbsent: gate.reason === "kill_switch" || gate.reason === "upstream_refused",
  });
  trace.push({ step: "wire-fields", betas });

  const family = findModelFamily(request.model, settings.modelFamilies);
  const { searchToolName, announcementBudgetTokens: budgetTokens } = settings;
  const thread = request.thread ?? "main";
  const question: AnnouncementQuestion = {
    plan,
    reading,
    messages: request.messages,
    family,
    searchToolName,
    budgetTokens,
    thread,
  };
  const isTurn = request.kind === undefined || request.kind === "messages" || request.kind === "resume";
  const canAnnounce = gate.isOn && isTurn && plan.byName.has(searchToolName);
  const announced = canAnnounce && settings.announcement === "delta" ? memory.announce(question) : undefined;
  const conversation = announced?.conversation ?? request.messages;
  if (announced !== undefined) {
    // The next turn starts from the conversation with the announcement in it.
    reading = memory.reader.read(conversation);
    const { announcement, isDefect } = announced;
    trace.push({
      step: "announcement",
      added: announcement.names,
      counted: Object.fromEntries(announcement.counts),
      removed: [...announcement.removedNames, ...announcement.removedServers],
      ...(isDefect ? { defect: "announcement_from_zero" } : {}),
    });
  }

  const bridge = gate.isOn && settings.loader === "bridge" ? bridgeToolName(plan) : undefined;
  const isUntouched = !gate.isOn && !reading.showsToolSearch && reading.boundary < 0;
  const written = isUntouched
    ? { messages: conversation, repairs: [] }
    : writeMessages(
        conversation,
        { isOn: gate.isOn, plan, settings, family, bridgeToolName: bridge, generation: reading.generation },
        memory.writer,
      );
  trace.push({ step: "repair", repairs: written.repairs });
  const messages =
    canAnnounce && settings.announcement === "list" ? announceList(written.messages, question) : written.messages;
  return { tools, messages, system: request.system, bridgeToolName: bridge, betas, gate, conversation, found, trace };
}
