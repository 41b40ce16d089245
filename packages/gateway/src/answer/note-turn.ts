import { usesReferences } from "@toolcrib/core/loaders";
import { noteDefinitions } from "../loop/note-flow.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";
import { noteClientSearches } from "./note-client-searches.ts";

/** Records a turn in the trace before the model is called. */
export function noteTurn(turn: Turn, { prepared, body, isUntouched }: WrittenRequest): void {
  const { trace } = turn.request;
  const decision = prepared.trace.find((entry) => entry.step === "deferral-decision");
  if (!usesReferences(turn.loader) && prepared.gate.isOn) noteDefinitions(trace, prepared.loaded);
  trace.note({
    execution: executionOf(turn, { isOn: prepared.gate.isOn, isUntouched }),
    gate: { isOn: prepared.gate.isOn, reason: prepared.gate.reason },
    loader: turn.loader.name,
    loaderReason: turn.choice.reason,
    tools: {
      received: turn.catalogue.tools.length,
      eager: decision?.eager ?? 0,
      deferred: decision?.deferred ?? 0,
      sent: body.tools?.length ?? 0,
      found: prepared.found,
    },
  });
  if (turn.execution === "client-search") {
    noteClientSearches(turn.request.body.messages, { trace, deferred: decision?.deferred ?? 0 });
  }
  const searchesInVain = turn.execution === "client-search" && decision?.deferred === 0 && !isUntouched;
  if (searchesInVain) trace.warn("Tool search is in the conversation, but no tool is deferred: nothing is saved.");
  trace.repairs(prepared.trace.flatMap((entry) => (entry.step === "repair" ? entry.repairs : [])));
}

/** When the client's search is off for this request, the gateway only repairs the conversation. */
function executionOf(
  { execution }: Turn,
  { isOn, isUntouched }: { readonly isOn: boolean; readonly isUntouched: boolean },
): Turn["execution"] {
  if (execution !== "client-search" || isOn) return execution;
  return isUntouched ? "passed-through" : "repaired";
}
