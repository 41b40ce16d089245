import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import { requestTools } from "../../07-request-tools/request-tools.ts";
import { chooseBetas } from "../../08-wire-fields/betas.ts";
import { usesReferences } from "../../loaders/loader.ts";
import type { Tool } from "../../tools/tool.ts";
import { announceAll, announceChanges } from "./announce.ts";
import { type Decision, decide } from "./decide.ts";
import { EngineMemory } from "./engine-memory.ts";
import type { PreparedRequest, RequestToPrepare } from "./request.ts";
import { traceOf } from "./trace-of.ts";
import { writeMessages } from "./write-messages.ts";

/**
 * Prepares one request: decides whether tools are deferred, which are sent and what the model is told, and repairs the conversation.
 * Pure: the same input gives the same bytes, nothing in it is written to, and with tool search off it passes through as it came.
 * A memory makes the next turn of a conversation cheap and never changes the answer.
 */
export function prepareRequest(request: RequestToPrepare, memory: EngineMemory = new EngineMemory()): PreparedRequest {
  const decision = decide(request, memory);
  const { gate, plan, settings, found, loader } = decision;
  const forced = forcedTool(request, decision);
  const { deferBy, undiscoveredTools } = settings;
  const { loadedTools } = memory;
  const tools = requestTools({ loader, plan, found, forced, deferBy, undiscoveredTools, loadedTools });
  const betas = betasOf(request, decision);
  const announced = announceChanges(request, decision, memory);
  const conversation = announced?.conversation ?? request.messages;
  // The next turn starts from the conversation with the announcement in it, so that is what the memory must hold.
  const reading = announced === undefined ? decision.reading : memory.reader.read(conversation);
  const written = writeMessages(conversation, { ...decision, reading }, memory.writer);
  const messages = announceAll(written.messages, request, decision);
  return {
    tools,
    get messages() {
      return messages();
    },
    system: request.system,
    wrapper: loader.wrapper?.(plan),
    betas,
    gate,
    conversation,
    found: found.names,
    loaded: decision.loaded,
    trace: traceOf({ model: request.model, decision, tools, betas, announced, repairs: written.repairs }),
  };
}

/** What becomes of every tool of a request, whatever the conversation: what `checkCall` and `answerSearchCall` ask. */
export function planRequest(
  { tools, searchTool, settings }: Pick<RequestToPrepare, "tools" | "searchTool" | "settings">,
  memory: EngineMemory,
): CataloguePlan {
  return memory.plan(tools, searchTool, memory.resolve(settings).rules);
}

/** The deferred tool that the request forces. A client that deferred it itself has sent it to an upstream that knows both. */
function forcedTool({ toolChoice }: RequestToPrepare, { plan, settings, gate, loader }: Decision): Tool | undefined {
  const name = toolChoice?.type === "tool" ? toolChoice.name : undefined;
  if (name === undefined || !gate.isOn || !plan.deferredNames.has(name)) return undefined;
  return loader.keepsGivenList?.(settings) === true ? undefined : plan.byName.get(name);
}

function betasOf(request: RequestToPrepare, { gate, settings, reading }: Decision): readonly string[] {
  return chooseBetas({
    featureBetas: usesReferences(settings.loader) ? settings.betas[request.upstream?.provider ?? "anthropic"] : [],
    wanted: request.betas ?? [],
    sent: request.sentBetas ?? [],
    isOn: gate.isOn,
    wasOn: reading.showsToolSearch,
    // Other loaders put nothing of the feature on the wire, and an upstream that does not know it may reject its names.
    mustBeAbsent:
      !usesReferences(settings.loader) || gate.reason === "kill_switch" || gate.reason === "upstream_refused",
  });
}
