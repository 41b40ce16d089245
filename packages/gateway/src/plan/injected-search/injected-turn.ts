import { createSearchTool, type Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { usesMeaning } from "@toolcrib/search";
import type { RequestCatalogue } from "../../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../../contracts/client-request.ts";
import { ConversationKeys } from "../../conversation/conversation-keys.ts";
import type { AnnouncedTools } from "../../memory/announced-tools.ts";
import type { AnswerContext } from "../../memory/answer-context.ts";
import { makeTurn, planOf, type TurnParts } from "../../turn/make-turn.ts";
import type { Turn } from "../../turn/turn.ts";
import { usesThreshold } from "../../turn/write-request.ts";
import { deferredTools, injectableTools, searchesItself } from "./injectable-tools.ts";
import { injectedSearchTool } from "./injected-search-tool.ts";
import { recallFound } from "./recall-found.ts";
import { announceChanges, outdatedAnnouncements, withAnnouncements } from "./repeat-announcements.ts";

/** Below this limit, a search would use up the client's output tokens. */
const minOutputTokens = 256;

/** Whether the gateway may defer the tools of a client that defers none. */
export function mayInject({ body, route, searchable }: ClientRequest, { tools }: RequestCatalogue): boolean {
  if (searchable !== undefined) return searchable.length > 0;
  if (route.inject === "off" || tools.length === 0 || searchesItself(tools)) return false;
  return body.max_tokens === undefined || body.max_tokens >= minOutputTokens;
}

/** A turn in which the gateway defers and searches invisibly; undefined if the gate is off, so that the request is forwarded unchanged. */
export async function injectedTurn(
  request: ClientRequest,
  context: AnswerContext,
  parts: Pick<TurnParts, "catalogue" | "choice" | "messages">,
): Promise<Turn | undefined> {
  const name = request.route.settings.searchToolName ?? "ToolSearch";
  const searchTool = createSearchTool(name);
  const tools =
    request.searchable === undefined
      ? injectableTools(parts.catalogue.tools)
      : deferredTools(parts.catalogue.tools, request.searchable);
  const injected: TurnParts = { ...parts, execution: "injected", kind: "injected", tools, searchTool };
  const plain = makeTurn(request, context, injected);
  if (planOf(plain).deferred.length === 0) return undefined;
  const turn = await withSearch(plain, name, context);
  const outdated = outdatedAnnouncements(context, plain.keys, planOf(plain));
  if (outdated === undefined) return turn;
  const repeated = makeTurn(request, context, repeatAnnouncements(injected, request, outdated));
  return announceChanges(await withSearch(repeated, name, context), context) ?? turn;
}

/** The turn with the gateway's search, and the cost of the tools if it depends on that. */
async function withSearch(made: Turn, name: string, context: AnswerContext): Promise<Turn> {
  const { request } = made;
  const plan = planOf(made);
  const { ranker = "hybrid" } = made.settings;
  const catalogue = () => context.indexes.of(plan.given, usesMeaning(ranker) ? "meaning" : "words");
  const { trace, learning } = request;
  const tool = injectedSearchTool({ name, ranker, plan: () => plan, catalogue, learning, trace, now: context.now });
  const turn: Turn = {
    ...made,
    prepareSearch: () => {
      catalogue();
      learning?.prepare();
    },
    // A search that only the upstream sees has left nothing to recall.
    conversation:
      made.loader.loading === "search"
        ? made.conversation
        : recallFound(made.conversation, plan, name, made.sentBefore),
    gatewayTools: new Map([[name, tool]]),
  };
  const deferralCost = await context.costs.of(request, asSent(plan, request), context, () => usesThreshold(turn));
  return deferralCost === undefined ? turn : { ...turn, deferralCost };
}

/** A turn that shows what the conversation was told before its tools changed. */
function repeatAnnouncements(parts: TurnParts, request: ClientRequest, announced: AnnouncedTools): TurnParts {
  const { messages = request.body.messages } = parts;
  const shown = withAnnouncements(messages, announced, new ConversationKeys(request));
  return { ...parts, messages: shown, showsAnnouncements: true };
}

/** Not `oncePer`: it takes the request too. A plan is made of one list of tools, so its first request tells what was sent. */
const sent = new WeakMap<CataloguePlan, readonly Tool[]>();

/** The deferred tools as the client sent them, without the engine's marks. The same array for the same plan. */
function asSent(plan: CataloguePlan, { body }: ClientRequest): readonly Tool[] {
  let tools = sent.get(plan);
  if (tools === undefined) {
    tools = (body.tools ?? []).filter(({ name }) => name !== undefined && plan.deferredNames.has(name));
    sent.set(plan, tools);
  }
  return tools;
}
