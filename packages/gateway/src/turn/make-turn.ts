import type { Message, Tool } from "@toolcrib/core";
import { checkMessages } from "@toolcrib/core/conversation";
import { planRequest } from "@toolcrib/core/engine";
import { usesReferences } from "@toolcrib/core/loaders";
import { withInlineTools, withProvidedTools } from "../catalogue/inline-tools.ts";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import { readCompactions } from "../conversation/compaction-blocks.ts";
import { ConversationKeys } from "../conversation/conversation-keys.ts";
import { innerConversation } from "../conversation/inner-conversation.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { LoaderChoice } from "../route/choose-loader.ts";
import { type EngineUse, engineSettings } from "./engine-settings.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Turn } from "./turn.ts";

/** What a turn is made of, besides its request. */
export interface TurnParts {
  readonly catalogue: RequestCatalogue;
  readonly choice: LoaderChoice;
  readonly execution: Turn["execution"];
  readonly kind: EngineUse["kind"];
  readonly tools: readonly Tool[];
  readonly searchTool?: Tool | undefined;
  /** The client's messages with skills shown in them, each in its place. Default: as they came. */
  readonly messages?: readonly Message[] | undefined;
}

/** A turn in which the gateway has no tool of its own yet. */
export function makeTurn(request: ClientRequest, context: AnswerContext, parts: TurnParts): Turn {
  const { kind, choice, searchTool } = parts;
  const { route, policy, body } = request;
  const settings = engineSettings(route.settings, policy, { kind, loader: choice.loader, inject: route.inject });
  const keys = new ConversationKeys(request);
  const isNative = usesReferences(choice.loader);
  const given = normalised(parts.messages ?? body.messages);
  // What passes as it came is the upstream's to judge; what is ours must be readable.
  checkMessages(given);
  const { messages: read, skipped } = isNative ? { messages: given, skipped: 0 } : readCompactions(given);
  const { hiddenTurns } = context;
  const { messages, pending } = innerConversation(read, {
    findHidden: (position) => {
      const isAsGiven = read[position] === given[position + skipped];
      return hiddenTurns.isEmpty || !isAsGiven ? undefined : hiddenTurns.find(keys.upTo(position + skipped));
    },
    // An upstream that expands references knows the API's own blocks too, unless the gateway runs what they stand for.
    keepsShown: isNative && kind === "client",
  });
  const tools = isNative ? parts.tools : withInlineTools(withProvidedTools(parts.tools), messages);
  return {
    request,
    catalogue: parts.catalogue,
    execution: parts.execution,
    choice,
    loader: choice.loader,
    model: route.model ?? body.model,
    keys,
    tools,
    searchTool,
    settings,
    memory: context.memories.of(tools, settings),
    deferralCost: undefined,
    sentBetas: context.betaLatch.of(keys),
    conversation: messages,
    pending,
    shownFirst: [],
    prepareSearch: undefined,
    gatewayTools: new Map(),
    hasSkills: false,
    budget: new RequestBudget(),
  };
}

/** What becomes of every tool of a turn. */
export function planOf({ tools, searchTool, settings, memory }: Turn): ReturnType<typeof planRequest> {
  return planRequest({ tools, searchTool, settings }, memory);
}

/** Clients invent roles; what is neither the user's nor the assistant's is the system's (F22). */
function normalised(messages: readonly Message[]): readonly Message[] {
  const isKnown = ({ role }: Message) => role === "user" || role === "assistant" || role === "system";
  if (messages.every(isKnown)) return messages;
  return messages.map((message) => (isKnown(message) ? message : { ...message, role: "system" }));
}
