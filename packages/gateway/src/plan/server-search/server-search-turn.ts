import { checkSearchEntry } from "../../catalogue/check-tool-entry.ts";
import type { RequestCatalogue } from "../../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { GatewayTool } from "../../contracts/gateway-tool.ts";
import { messagesDialectName } from "../../contracts/messages-dialect-name.ts";
import type { AnswerContext } from "../../memory/answer-context.ts";
import type { LoaderChoice } from "../../route/choose-loader.ts";
import { makeTurn, planOf } from "../../turn/make-turn.ts";
import type { Turn } from "../../turn/turn.ts";
import { serverSearchTool } from "./server-search-tool.ts";
import { findableTools, withSearchFunctions } from "./server-search-tools.ts";

/** A turn in which the gateway answers the API's own searches, on any upstream. */
export function serverSearchTurn(
  request: ClientRequest,
  context: AnswerContext,
  parts: { readonly catalogue: RequestCatalogue; readonly choice: LoaderChoice },
): Turn {
  const turn = makeTurn(request, context, {
    ...parts,
    execution: "server-search",
    kind: "server",
    tools: withSearchFunctions(parts.catalogue.tools),
  });
  if (parts.catalogue.deferredCount === 0) {
    request.trace.warn("A search tool was sent, but no tool is deferred: nothing is saved.");
  }
  return { ...turn, ...searching(turn, parts.catalogue, context) };
}

/** What a turn needs to answer the searches of its request: the tools, keyed by the name that the model calls, and their index. */
export function searching(
  turn: Turn,
  { searchEntries, tools: given }: RequestCatalogue,
  { indexes, now }: AnswerContext,
): { readonly gatewayTools: Map<string, GatewayTool>; readonly prepareSearch: (() => void) | undefined } {
  const { trace, route, learning: learned } = turn.request;
  const isOfMessages = turn.request.dialect === messagesDialectName;
  // Other dialects write their entries themselves.
  if (isOfMessages) for (const entry of searchEntries) checkSearchEntry(entry, given.indexOf(entry));
  // Only the Messages API lets clients name a ranker.
  const ranker = route.serverSearch === "hybrid" || !isOfMessages ? "hybrid" : "as-named";
  // The API's own rankers have one order for everybody.
  const learning = ranker === "hybrid" ? learned : undefined;
  const catalogue = () => indexes.of(findableTools(planOf(turn)), ranker === "hybrid" ? "meaning" : "words");
  const tools = searchEntries.map((entry) => serverSearchTool({ entry, catalogue, ranker, learning, trace, now }));
  return {
    gatewayTools: new Map(tools.map((tool) => [tool.name, tool])),
    prepareSearch:
      tools.length === 0
        ? undefined
        : () => {
            catalogue();
            learning?.prepare();
          },
  };
}
