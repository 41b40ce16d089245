import { type Message, type PreparedRequest, prepareRequest, type Tool } from "@toolcrib/core";
import { decideGate } from "@toolcrib/core/engine";
import { usesReferences } from "@toolcrib/core/loaders";
import type { WireTool } from "@toolcrib/core/tools";
import { isPlaceholder } from "../catalogue/request-catalogue.ts";
import { areGuarded } from "../catalogue/ruled-tools.ts";
import type { MessagesBody, ToolChoice } from "../contracts/inner-form.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { RefusedParts } from "../contracts/upstream.ts";
import { foldSystemMessages } from "../conversation/fold-system-messages.ts";
import { ownToolList } from "./own-tool-list.ts";
import type { Turn } from "./turn.ts";
import { withSkills } from "./with-skills.ts";

/** A request as it is sent to the upstream. */
export interface WrittenRequest {
  readonly body: MessagesBody;
  readonly betas: readonly string[];
  readonly prepared: PreparedRequest;
  /** What the upstream leaves out of its own wire format. */
  readonly refused?: RefusedParts | undefined;
  /** Whether it equals what the client sent, so that the client's bytes can be forwarded. */
  readonly isUntouched: boolean;
}

/** Writes the request for the upstream from the conversation so far. */
export function writeRequest(
  turn: Turn,
  conversation: readonly Message[],
  toolChoice: ToolChoice | undefined = turn.request.body.tool_choice ?? undefined,
): WrittenRequest {
  const { request, model } = turn;
  const isGiven = toolChoice === (request.body.tool_choice ?? undefined);
  const given = turn.hasSkills ? withSkills(request.body) : request.body;
  const body = isGiven ? given : { ...given, tool_choice: toolChoice };
  const prepared = prepareRequest(
    {
      ...gateQuestion(turn, toolChoice),
      messages: conversation,
      system: body.system,
      kind: request.kind === "count_tokens" ? "count" : "messages",
      betas: request.betas,
      sentBetas: turn.sentBetas,
    },
    turn.memory,
  );
  const messages = systemMessagesFor(turn, prepared.messages);
  const tools = usableTools(prepared, turn);
  const isUntouched =
    isSameList(messages, body.messages) &&
    isSameList(tools, body.tools ?? []) &&
    isSameList(prepared.betas, request.betas) &&
    turn.gatewayTools.size === 0 &&
    !areGuarded(turn.tools, request.policy);
  return {
    body: bodyWith(withUsableChoice(body, tools), { model, messages, tools }),
    betas: prepared.betas,
    prepared,
    isUntouched,
  };
}

/** Whether the gate depends on the cost of the tools: not when it is always off or always on. */
export function usesThreshold(turn: Turn): boolean {
  const gate = decideGate(gateQuestion(turn, turn.request.body.tool_choice ?? undefined), turn.memory);
  return gate.threshold !== undefined;
}

function gateQuestion({ model, tools, searchTool, choice, deferralCost, settings }: Turn, toolChoice?: ToolChoice) {
  return { model, tools, searchTool, toolChoice, upstream: choice.upstream, deferralCost, settings };
}

/** Adapts system messages in the conversation to the upstream. Clients also send empty ones, to carry a setting. */
function systemMessagesFor({ choice, request, loader }: Turn, messages: readonly Message[]): readonly Message[] {
  if (!choice.takesSystemMessages) return foldSystemMessages(messages);
  if (usesReferences(loader) || speaksMessages(request.route.upstream)) return messages;
  const isEmpty = ({ role, content }: Message) => role === "system" && content.length === 0;
  return messages.some(isEmpty) ? messages.filter((message) => !isEmpty(message)) : messages;
}

/** Without tool search, the search tool and placeholders are removed; a forced tool stays. */
function usableTools({ tools, gate }: PreparedRequest, turn: Turn): readonly WireTool[] {
  if (gate.isOn) return ownToolList(turn) ?? tools;
  const forced = turn.request.body.tool_choice?.name;
  const isUseless = (tool: WireTool) =>
    isPlaceholder(tool) ||
    (tool.name !== undefined && tool.name !== forced && turn.gatewayTools.get(tool.name)?.isSearch === true);
  return tools.some(isUseless) ? tools.filter((tool) => !isUseless(tool)) : tools;
}

/** A choice among no tools would be rejected. */
function withUsableChoice(body: MessagesBody, tools: readonly WireTool[]): MessagesBody {
  const choice = body.tool_choice;
  if (choice === undefined || choice === null || choice.type === "none" || tools.length > 0) return body;
  const { tool_choice: _choice, ...rest } = body;
  return rest;
}

function bodyWith(
  body: MessagesBody,
  { model, messages, tools }: { model: string; messages: readonly Message[]; tools: readonly WireTool[] },
): MessagesBody {
  const { tools: _tools, ...rest } = body;
  const written = { ...rest, model, messages };
  if (tools.length > 0) return { ...body, model, messages, tools: tools as readonly Tool[] };
  return body.tools === undefined ? { ...body, model, messages } : written;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((entry, position) => entry === right[position]);
}
