import {
  blocksOf,
  type ContentBlock,
  hasPendingServerCall,
  isBlock,
  type Message,
  textBlock,
} from "../../conversation/message.ts";
import { dropLoadedNote } from "../repair/drop-loaded-note.ts";
import type { Repair, RepairCode, ReportRepair } from "../repair/repair.ts";
import {
  clientCallIds,
  clientResultIds,
  dropStrayResults,
  missingResults,
  repairServerPairs,
  serverCallIds,
  serverResultIds,
} from "../repair/repair-pairs.ts";
import { repairReferences } from "../repair/repair-references.ts";
import type { WireContext } from "./wire-context.ts";
import { wrapCall } from "./wrap-call.ts";

/** An assistant message and everything up to the next one. Only the first turn may lack the assistant message. */
export interface Turn {
  readonly start: number;
  readonly assistant: Message | undefined;
  readonly others: readonly Message[];
}

/** A turn with its neighbours: a server call and its result may be in two assistant messages. */
export interface TurnInContext {
  readonly turn: Turn;
  readonly previousAssistant: Message | undefined;
  readonly nextAssistant: Message | undefined;
}

/** A turn as it is sent, except for texts that have to move, and the repairs made in it. */
export interface WrittenTurn {
  readonly messages: readonly { readonly message: Message; readonly heldNotes: readonly ContentBlock[] }[];
  readonly repairs: readonly Repair[];
  /** Whether a server-side call is pending: then only results are allowed. */
  readonly isPending: boolean;
}

export function writeTurn(
  { turn, previousAssistant, nextAssistant }: TurnInContext,
  context: WireContext,
): WrittenTurn {
  const repairs: Repair[] = [];
  const messages: { message: Message; heldNotes: readonly ContentBlock[] }[] = [];
  const push = (message: Message, heldNotes: readonly ContentBlock[] = []) => messages.push({ message, heldNotes });
  const reportAt =
    (message: number): ReportRepair =>
    (repair: RepairCode, subject: string) =>
      repairs.push({ repair, message, subject });
  if (turn.assistant !== undefined) {
    const pairs = {
      callsBefore: serverCallIds(previousAssistant === undefined ? [] : blocksOf(previousAssistant)),
      resultsAfter: nextAssistant === undefined ? undefined : serverResultIds(blocksOf(nextAssistant)),
    };
    const report = reportAt(turn.start);
    const paired = repairServerPairs(blocksOf(turn.assistant), pairs, report);
    const isLast = turn.others.length === 0 && nextAssistant === undefined;
    push(fillEmptiness(rewrite(turn.assistant, paired, context, report), isLast, report));
  }
  const offset = turn.start + (turn.assistant === undefined ? 0 : 1);
  const calls = clientCallIds(turn.assistant === undefined ? [] : blocksOf(turn.assistant));
  const answered = new Set(turn.others.flatMap((message) => clientResultIds(blocksOf(message))));
  const missing = new Set([...calls].filter((id) => !answered.has(id)));
  const open = new Set(calls);
  // Depends on the turn alone, so that it does not change when the pending result arrives.
  const isPending = turn.assistant !== undefined && hasPendingServerCall(blocksOf(turn.assistant));
  if (missing.size > 0 && nextAssistant !== undefined && !turn.others.some(({ role }) => role === "user")) {
    push({ role: "user", content: missingResults(missing, reportAt(offset)) });
    missing.clear();
  }
  for (const [index, message] of turn.others.entries()) {
    const report = reportAt(offset + index);
    const kept = dropStrayResults(blocksOf(message), open, report);
    const added = message.role === "user" ? missingResults(missing, report) : [];
    if (message.role === "user") missing.clear();
    const blocks = added.length === 0 ? kept : [...added, ...kept];
    const heldNotes = blocks.flatMap(heldNotesOf);
    push(fillEmptiness(rewrite(message, blocks.map(withoutNotes), context, report), false, report), heldNotes);
  }
  return { messages, repairs, isPending };
}

/** The message with these blocks, repaired; the same object if nothing changed, because others cache by identity. */
function rewrite(
  message: Message,
  paired: readonly ContentBlock[],
  context: WireContext,
  report: ReportRepair,
): Message {
  const { plan, loader } = context;
  const { byName, isHidden, hasCodeExecution: keepsCallers } = plan;
  const targets = { loader, byName, isHidden, keepsCallers };
  const wrapper = loader.wrapper?.(plan);
  const repaired = paired.flatMap((block) => repairReferences(wrapCall(block, plan, wrapper), targets, report));
  const blocks = message.role === "user" ? dropLoadedNote(repaired, paired, targets) : repaired;
  const original = typeof message.content === "string" ? undefined : message.content;
  const isUnchanged =
    original === undefined
      ? paired.length === blocksOf(message).length
      : blocks.length === original.length && blocks.every((block, index) => block === original[index]);
  return withoutMetadata(isUnchanged ? message : { ...message, content: blocks });
}

/** The API rejects empty messages, except from the system and as the start of the assistant's response. */
function fillEmptiness(message: Message, isLast: boolean, report: ReportRepair): Message {
  const mayBeEmpty = message.role === "system" || (message.role === "assistant" && isLast);
  if (message.content.length > 0 || mayBeEmpty) return message;
  report("empty_message_filled", message.role);
  return { ...message, content: [textBlock("(no longer available)")] };
}

function heldNotesOf(block: ContentBlock): readonly ContentBlock[] {
  return isBlock(block, "tool_result") ? (block.heldNotes ?? []) : [];
}

function withoutNotes(block: ContentBlock): ContentBlock {
  if (!isBlock(block, "tool_result") || block.heldNotes === undefined) return block;
  const { heldNotes: _notes, ...rest } = block;
  return rest;
}

/** The boundary's snapshot is internal: the API rejects unknown message fields. */
function withoutMetadata(message: Message): Message {
  if (message.compactMetadata === undefined) return message;
  const { compactMetadata: _metadata, ...rest } = message;
  return rest;
}
