import {
  type AnnouncementAnswer,
  type AnnouncementQuestion,
  announceList,
} from "../../09-announcement/announcement.ts";
import type { Message } from "../../conversation/message.ts";
import type { Decision } from "./decide.ts";
import type { EngineMemory } from "./engine-memory.ts";
import type { RequestToPrepare } from "./request.ts";

/** Step 9 in the `delta` form: what is new is appended to the conversation; undefined if nothing is to be said. */
export function announceChanges(
  request: RequestToPrepare,
  decision: Decision,
  memory: EngineMemory,
): AnnouncementAnswer | undefined {
  if (decision.settings.announcement !== "delta" || !canAnnounce(request, decision)) return undefined;
  return memory.announce(questionOf(request, decision));
}

/** Step 9 in the `list` form: all names are in the first message on the wire, and nowhere in the conversation. */
export function announceAll(
  written: () => readonly Message[],
  request: RequestToPrepare,
  decision: Decision,
): () => readonly Message[] {
  if (decision.settings.announcement !== "list" || !canAnnounce(request, decision)) return written;
  const announced = announceList(written(), questionOf(request, decision));
  return () => announced;
}

/** Only a turn of the conversation announces, and only where the client itself answers searches. */
function canAnnounce({ kind = "messages" }: RequestToPrepare, { gate, plan, settings }: Decision): boolean {
  return gate.isOn && (kind === "messages" || kind === "resume") && plan.byName.has(settings.searchToolName);
}

function questionOf(request: RequestToPrepare, decision: Decision): AnnouncementQuestion {
  const { plan, reading, family, settings, turnBoundary } = decision;
  return {
    plan,
    reading,
    messages: request.messages,
    family,
    searchToolName: settings.searchToolName,
    budgetTokens: settings.announcementBudgetTokens,
    thread: request.thread ?? "main",
    avoidsReferences: turnBoundary !== "none",
  };
}
