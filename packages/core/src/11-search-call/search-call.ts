import type { RankerChoice } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { type FoldAwayMark, foldAwayMark } from "../conversation/fold-away.ts";
import type { ContentBlock, TextBlock, ToolResultBlock, ToolUseBlock } from "../conversation/message.ts";
import { textBlock } from "../conversation/message.ts";
import { CoreError } from "../errors/core-error.ts";
import type { ServerState } from "../tools/server-state.ts";
import { explainIncomplete, explainNothingFound } from "./explain-answer.ts";
import { searchCatalogue } from "./search-catalogue.ts";
import type { SearchIndex } from "./search-index.ts";
import { readSearchInput } from "./search-input.ts";
import type { SearchTrace } from "./search-trace.ts";

/** What a search call needs to answer. The catalogue is read again after a wait, because a server may have connected. */
export interface SearchCallQuestion {
  readonly call: ToolUseBlock;
  readonly index: SearchIndex;
  readonly searchToolName: string;
  /** The ranker. Default: the index's own. */
  readonly ranker?: RankerChoice | undefined;
  readonly catalogue: () => { readonly plan: CataloguePlan; readonly servers: readonly ServerState[] };
  /** Waits until a connecting server is ready or has failed, or until the time limit. */
  readonly waitForServers?: (() => Promise<void>) | undefined;
}

/** The answer to a search call, ready for the next user message. */
export interface SearchCallAnswer {
  /** Holds references only, or a text if nothing is loaded. */
  readonly result: ToolResultBlock;
  /** What the references do not say; `nextTurn` keeps it for a place where text is allowed. */
  readonly note: TextBlock | undefined;
  /** The names that the references load. */
  readonly found: readonly string[];
  /** The names that may be meant. They are not loaded: `note`, or the text of the result, lists them. */
  readonly candidates: readonly string[];
  readonly display: FoldAwayMark;
  readonly trace: SearchTrace;
}

/** Step 11. Answers a call of the search tool. Mistakes of the model become a result for the model; they never throw. */
export async function answerSearchCall(question: SearchCallQuestion): Promise<SearchCallAnswer> {
  const { call } = question;
  if (call?.type !== "tool_use" || typeof call.id !== "string") {
    throw new CoreError("invalid_call", { expected: "a tool_use block with an id", received: describeValue(call) });
  }
  const input = readSearchInput(call.input);
  if (!input.isUsable) return failedAnswer(call, undefined, input.problem);
  const search = () => searchCatalogue(input.query, input.limit, { ...question, plan: question.catalogue().plan });
  // Read before the search, so that a server that connects during it is not missed.
  const wasConnecting = question.catalogue().servers.some(({ state }) => state === "connecting");
  let answer = await search();
  const mustWait = answer.problem === undefined && answer.hits.length === 0 && wasConnecting;
  if (mustWait && question.waitForServers !== undefined) {
    await question.waitForServers();
    answer = await search();
  }
  if (answer.problem !== undefined) return failedAnswer(call, input.query, answer.problem);
  const found = answer.hits.map(({ name }) => name);
  const candidates = (answer.candidates ?? []).map(({ name }) => name);
  const explanation = explainIncomplete(answer);
  const { servers } = question.catalogue();
  const content: readonly ContentBlock[] =
    found.length === 0
      ? [textBlock(explainNothingFound(input.query, answer, servers))]
      : found.map((name) => ({ type: "tool_reference", tool_name: name }));
  return {
    result: { type: "tool_result", tool_use_id: call.id, content },
    note: found.length === 0 || explanation === undefined ? undefined : textBlock(explanation),
    found,
    candidates,
    display: foldAwayMark,
    trace: {
      step: "search-call",
      query: input.query,
      found,
      candidates,
      searched: answer.searched,
      matched: answer.matched,
      hasWaited: mustWait,
      isIndexBroken: answer.isIndexBroken,
    },
  };
}

function failedAnswer(call: ToolUseBlock, query: string | undefined, problem: string): SearchCallAnswer {
  return {
    result: { type: "tool_result", tool_use_id: call.id, content: [textBlock(problem)], is_error: true },
    note: undefined,
    found: [],
    candidates: [],
    display: foldAwayMark,
    trace: {
      step: "search-call",
      query,
      found: [],
      candidates: [],
      searched: 0,
      matched: 0,
      hasWaited: false,
      isIndexBroken: false,
    },
  };
}
