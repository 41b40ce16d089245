import type { Message, Tool } from "@toolcrib/core";
import { checkMessages } from "@toolcrib/core/conversation";
import { planRequest } from "@toolcrib/core/engine";
import { usesReferences } from "@toolcrib/core/loaders";
import { withInlineTools, withProvidedTools } from "../catalogue/inline-tools.ts";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import { readCompactions } from "../conversation/compaction-blocks.ts";
import { ConversationKeys } from "../conversation/conversation-keys.ts";
import { innerConversation } from "../conversation/inner-conversation.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { LoaderChoice } from "../route/choose-loader.ts";
import { type EngineUse, engineSettings } from "./engine-settings.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Turn } from "./turn.ts";

/** What a turn consists of, besides its request. */
export interface TurnParts {
  readonly catalogue: RequestCatalogue;
  readonly choice: LoaderChoice;
  readonly execution: Turn["execution"];
  readonly kind: EngineUse["kind"];
  readonly tools: readonly Tool[];
  readonly searchTool?: Tool | undefined;
  /** The client's messages with skills shown in them, in the same order. Default: the messages of the request. */
  readonly messages?: readonly Message[] | undefined;
  /** Whether those messages contain the announcements of an injected search. */
  readonly showsAnnouncements?: boolean | undefined;
}

/** Makes a turn without any of the gateway's own tools. */
export function makeTurn(request: ClientRequest, context: AnswerContext, parts: TurnParts): Turn {
  const { kind, choice, searchTool } = parts;
  const { route, policy, body } = request;
  const { showsAnnouncements } = parts;
  const use = { kind, loader: choice.loader, inject: route.inject, showsAnnouncements };
  const settings = engineSettings(route.settings, policy, use);
  const keys = new ConversationKeys(request);
  // Other dialects that load references know nothing else of the Messages API.
  const isNative = usesReferences(choice.loader) && speaksMessages(request.route.upstream);
  const given = normalised(parts.messages ?? body.messages);
  // Requests that are forwarded unchanged are validated by the upstream; those that the gateway rewrites must be valid here.
  checkMessages(given);
  const { messages: read, skipped } = isNative ? { messages: given, skipped: 0 } : readCompactions(given);
  const { hiddenTurns } = context;
  const { messages, pending, sentBefore } = innerConversation(read, {
    findHidden: (position) => {
      const isAsGiven = read[position] === given[position + skipped];
      return hiddenTurns.isEmpty || !isAsGiven ? undefined : hiddenTurns.find(keys.upTo(position + skipped));
    },
    // An upstream that expands references also knows the API's own blocks, unless the gateway runs those tools itself.
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
    sentBefore,
    pending,
    shownFirst: [],
    prepareSearch: undefined,
    gatewayTools: new Map(),
    hasSkills: false,
    budget: new RequestBudget(),
  };
}

/** The catalogue plan of a turn: what happens to each tool. */
export function planOf({ tools, searchTool, settings, memory }: Turn): ReturnType<typeof planRequest> {
  return planRequest({ tools, searchTool, settings }, memory);
}

/** Treats unknown roles as `system` (F22). */
function normalised(messages: readonly Message[]): readonly Message[] {
  const isKnown = ({ role }: Message) => role === "user" || role === "assistant" || role === "system";
  if (messages.every(isKnown)) return messages;
  return messages.map((message) => (isKnown(message) ? message : { ...message, role: "system" }));
}
