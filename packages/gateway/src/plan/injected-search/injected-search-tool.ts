import type { ToolResultBlock } from "@toolcrib/core";
import { answerSearchCall, type CataloguePlan, type SearchIndex } from "@toolcrib/core/engine";
import type { RankerChoice } from "@toolcrib/search";
import type { SearchableCatalogue } from "../../catalogue/catalogue-indexes.ts";
import type { GatewayTool } from "../../contracts/gateway-tool.ts";
import type { RequestLearning } from "../../contracts/request-learning.ts";
import type { TraceRecorder } from "../../contracts/trace.ts";
import { rankerNameOf } from "../../trace/ranker-name.ts";

/** What the injected search needs to answer. */
export interface InjectedSearchOptions {
  readonly name: string;
  readonly ranker: RankerChoice;
  readonly plan: () => CataloguePlan;
  readonly catalogue: () => SearchableCatalogue;
  /** What earlier calls say for tools, if the gateway learns. */
  readonly learning?: RequestLearning | undefined;
  readonly trace: TraceRecorder;
  readonly now: () => number;
}

/** After this many searches in a row without a result, the answer asks the model to stop searching. */
const fruitlessSearches = 3;

/** The search tool that the gateway adds without the client knowing: the gateway answers it and never shows it. */
export function injectedSearchTool(options: InjectedSearchOptions): GatewayTool {
  const { name, ranker, plan, catalogue, learning, trace, now } = options;
  const search: SearchIndex["search"] = async (query, options) => {
    const index = await catalogue().index;
    return index.search(query, learning === undefined ? options : { ...options, usage: await learning.history() });
  };
  const rankerName = rankerNameOf(ranker);
  let fruitless = 0;
  return {
    specificationVersion: "v1",
    name,
    isSearch: true,
    showCall: () => undefined,
    queryOf: queryIn,
    refuse: ({ id }, reason) => {
      const content = [{ type: "text", text: reason } as const];
      return { shown: undefined, result: { type: "tool_result", tool_use_id: id, content, is_error: true } };
    },
    async answer({ id, input }) {
      const startedAt = now();
      trace.flow({ from: "gateway", to: "catalogue", title: `Look up (${rankerName})`, payload: () => input });
      const answer = await answerSearchCall({
        call: { type: "tool_use", id, name, input },
        index: { search },
        searchToolName: name,
        ranker,
        catalogue: () => ({ plan: plan(), servers: [] }),
      });
      const { found, candidates } = answer;
      fruitless = found.length + candidates.length > 0 ? 0 : fruitless + 1;
      trace.search({
        kind: "injected",
        query: answer.trace.query ?? "",
        ranker: answer.trace.isIndexBroken ? "names" : rankerName,
        searched: answer.trace.searched,
        hits: found,
        ...(candidates.length > 0 ? { candidates } : {}),
        ...(found.length > 0 ? {} : { miss: textOf(answer.result) }),
        milliseconds: now() - startedAt,
      });
      trace.flow({ from: "catalogue", to: "gateway", title: `${found.length} found`, payload: () => found });
      const note = fruitless >= fruitlessSearches ? noteToStop : answer.note?.text;
      return { shown: undefined, result: note === undefined ? answer.result : withNote(answer.result, note) };
    },
  };
}

function queryIn(input: unknown): string | undefined {
  const { query } = (input ?? {}) as { readonly query?: unknown };
  return typeof query === "string" ? query : undefined;
}

const noteToStop =
  "Several searches in a row found nothing. Go on with the tools that you have, or say that there is none for this.";

/** A result that loads tools contains only references: the engine puts its note where text is allowed (E11.3). */
function withNote(result: ToolResultBlock, text: string): ToolResultBlock {
  const note = { type: "text", text } as const;
  const { content = [] } = result;
  const blocks = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  const isLoading = blocks.some(({ type }) => type === "tool_reference");
  return isLoading ? { ...result, heldNotes: [note] } : { ...result, content: [...blocks, note] };
}

function textOf({ content }: ToolResultBlock): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((block) => (block as { readonly text?: string }).text ?? "").join(" ");
}
