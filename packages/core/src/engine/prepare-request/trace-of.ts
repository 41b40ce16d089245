import { findUnsupportedPattern } from "../../02-model-support/model-support.ts";
import type { AnnouncementAnswer } from "../../09-announcement/announcement.ts";
import { usesReferences } from "../../loaders/loader.ts";
import type { WireTool } from "../../tools/tool.ts";
import type { Repair } from "../repair/repair.ts";
import type { Decision } from "./decide.ts";
import type { TraceEntry } from "./trace.ts";

/** What the steps gave, for the trace. */
interface Steps {
  readonly model: string;
  readonly decision: Decision;
  readonly tools: readonly WireTool[];
  readonly betas: readonly string[];
  readonly announced: AnnouncementAnswer | undefined;
  readonly repairs: readonly Repair[];
}

/** One entry a step, in the order of the steps; a step that was not needed has none. */
export function traceOf({ model, decision, tools, betas, announced, repairs }: Steps): readonly TraceEntry[] {
  const { settings, gate, plan, found, loader } = decision;
  return [
    { step: "mode", mode: settings.mode.mode, isChosen: settings.mode.isChosen, isKilled: settings.isKilled },
    { step: "model-support", model, deniedBy: findUnsupportedPattern(model, settings.unsupportedModels) },
    { step: "loader-available", isOn: gate.isOn, reason: gate.reason },
    ...(gate.threshold === undefined ? [] : [{ step: "threshold" as const, ...gate.threshold }]),
    { step: "deferral-decision", eager: plan.eager.length, deferred: plan.deferred.length, counts: plan.counts },
    { step: "found-tools", found: found.names },
    {
      step: "request-tools",
      loader: loader.name,
      sent: tools.length,
      sentDeferred: usesReferences(loader) ? tools.length - plan.eager.length : 0,
    },
    { step: "wire-fields", betas },
    ...(announced === undefined ? [] : [announcementEntry(announced)]),
    { step: "repair", repairs },
  ];
}

function announcementEntry({ announcement, isDefect }: AnnouncementAnswer): TraceEntry {
  return {
    step: "announcement",
    added: announcement.names,
    counted: Object.fromEntries(announcement.counts),
    removed: [...announcement.removedNames, ...announcement.removedServers],
    ...(isDefect ? { defect: "announcement_from_zero" } : {}),
  };
}
