import type { ContentBlock, Tool, ToolResultBlock } from "@toolcrib/core";
import { describeUnsearched } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import { startTimer, type Timer } from "@toolcrib/shared/timers";
import type { SearchableCatalogue } from "../../catalogue/catalogue-indexes.ts";
import type { GatewayTool, GatewayToolAnswer, GatewayToolCall } from "../../contracts/gateway-tool.ts";
import type { RequestLearning } from "../../contracts/request-learning.ts";
import type { TraceRecorder } from "../../contracts/trace.ts";
import { shownIdOf } from "../../conversation/call-ids.ts";
import { innerResultOf } from "../../conversation/shown-blocks.ts";
import { type FoundNames, findTools, rankedText } from "./find-tools.ts";
import { searchFunction, variantOf } from "./search-function.ts";
import { readServerSearchInput } from "./search-input.ts";

/** What one of the API's searches needs to answer. */
export interface ServerSearchOptions {
  readonly entry: Tool;
  readonly catalogue: () => SearchableCatalogue;
  /** The ranker: the one that the entry names, or `hybrid` with the same blocks. */
  readonly ranker: "as-named" | "hybrid";
  /** What earlier calls say for tools, if the gateway learns and the ranker is `hybrid`. */
  readonly learning?: RequestLearning | undefined;
  readonly trace: TraceRecorder;
  readonly now: () => number;
  /** How long a search may take, in milliseconds. Default: 10,000. */
  readonly maxSearchMilliseconds?: number | undefined;
}

type Content = ContentBlock & Readonly<Record<string, unknown>>;

/** One of the API's own searches, run by the gateway: the client sees the blocks that the API would have sent. */
export function serverSearchTool(options: ServerSearchOptions): GatewayTool {
  const name = searchFunction(options.entry).name as string;
  return {
    specificationVersion: "v1",
    name,
    isSearch: true,
    showCall: (id) =>
      ({
        type: "server_tool_use",
        id: shownIdOf(id, "srvtoolu"),
        name,
        input: {},
        caller: { type: "direct" },
      }) as ContentBlock,
    queryOf: (input) => {
      const variant = variantOf(options.entry);
      const read = readServerSearchInput(variant, input);
      return read.isUsable ? rankedText(variant, read.query) : undefined;
    },
    answer: async (call) => answerWith(call, await search(call, options)),
    refuse: (call, reason) => answerWith(call, failure("too_many_requests", reason)),
  };
}

function answerWith({ id }: GatewayToolCall, content: Content): GatewayToolAnswer {
  const tool_use_id = shownIdOf(id, "srvtoolu");
  const shown = { type: "tool_search_tool_result", tool_use_id, content } as ContentBlock;
  return { shown, result: innerResultOf(shown) as ToolResultBlock };
}

async function search(call: GatewayToolCall, options: ServerSearchOptions): Promise<Content> {
  const { entry, ranker, learning, trace, now, maxSearchMilliseconds = 10_000 } = options;
  const variant = variantOf(entry);
  const input = readServerSearchInput(variant, call.input);
  const rankerName = ranker === "hybrid" ? "hybrid" : variant;
  const startedAt = now();
  const record = (query: string, searched: number, hits: readonly string[], miss?: string) =>
    trace.search({
      kind: "server",
      query,
      ranker: rankerName,
      searched,
      hits,
      ...(miss === undefined ? {} : { miss }),
      milliseconds: now() - startedAt,
    });
  if (!input.isUsable) {
    record("", 0, [], "invalid_tool_input");
    return failure("invalid_tool_input", input.problem);
  }
  trace.flow({ from: "gateway", to: "catalogue", title: `Look up (${rankerName})`, payload: () => input.query });
  try {
    const catalogue = options.catalogue();
    const finding = findTools(catalogue, { ranker: rankerName, learning }, variant, input);
    const found = await inTime(finding, maxSearchMilliseconds);
    if (found === undefined) {
      record(input.query, 0, [], "execution_time_exceeded");
      return failure("execution_time_exceeded", "The catalogue is still being read. Search again in a moment.");
    }
    const { names, searched, unsearched } = found;
    if (unsearched > 0) {
      const problem = describeUnsearched(unsearched);
      trace.warn(problem);
      // A result has no place for a text.
      if (names.length === 0) {
        record(input.query, searched, [], "execution_time_exceeded");
        return failure("execution_time_exceeded", problem);
      }
    }
    record(input.query, searched, names, names.length === 0 ? `no match among ${searched} tools` : undefined);
    trace.flow({ from: "catalogue", to: "gateway", title: `${names.length} found`, payload: () => names });
    const tool_references = names.map((tool_name) => ({ type: "tool_reference", tool_name }));
    return { type: "tool_search_tool_search_result", tool_references };
  } catch (error) {
    const isMistake = isToolcribError(error);
    record(input.query, 0, [], isMistake ? "invalid_tool_input" : "unavailable");
    return isMistake
      ? failure("invalid_tool_input", error.summary)
      : failure("unavailable", "The catalogue could not be searched.");
  }
}

/** A new catalogue may take long to index; the model does not wait for it. */
async function inTime(search: Promise<FoundNames>, milliseconds: number): Promise<FoundNames | undefined> {
  let timer: Timer | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = startTimer(milliseconds, () => resolve(undefined));
  });
  try {
    return await Promise.race([search, late]);
  } finally {
    timer?.stop();
  }
}

function failure(error_code: string, error_message: string): Content {
  return { type: "tool_search_tool_result_error", error_code, error_message };
}
