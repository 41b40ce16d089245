import {
  describeCandidate,
  describeSameTools,
  describeUnsearched,
  type SearchAnswer,
  type UsageHistory,
} from "@toolcrib/search";
import { describeValue, isToolcribError } from "@toolcrib/shared/errors";
import type { PooledTool } from "../lists/pooled-tool.ts";
import { isPending, type ServerStatus } from "../pool/server-status.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import type { FrontView } from "./front-view.ts";
import { showDefinition, showSummary } from "./show-definition.ts";
import { errorResult, textResult } from "./text-result.ts";

const charactersPerToken = 4;
const defaultLimit = 5;
const maxLimit = 50;
const fruitlessUntilNudge = 3;

/** A search by a client. */
export interface SearchQuestion {
  readonly view: FrontView;
  readonly input: unknown;
  readonly answerTokens: number;
  readonly waitMilliseconds: number;
  /** Servers that a search has already waited for; those that this one waits for are added. */
  readonly waitedFor: Set<string>;
  /** What earlier calls of the client say for tools. */
  readonly usage?: UsageHistory | undefined;
  /** How many consecutive searches before this one found nothing. */
  readonly fruitlessBefore: number;
}

/** The response text, and what was found. */
export interface SearchOutcome {
  readonly result: ToolResult;
  readonly found: readonly PooledTool[];
  /** Whether the client got neither a tool nor a name to choose. */
  readonly isFruitless: boolean;
}

/** Answers `search_tools`. */
export async function answerSearch(question: SearchQuestion): Promise<SearchOutcome> {
  const { query, limit } = (question.input ?? {}) as { readonly query?: unknown; readonly limit?: unknown };
  if (typeof query !== "string" || query.trim() === "") {
    const text = `search_tools: expected query to be a text that says what is to be done, got ${describeValue(query)}.`;
    return { result: errorResult(text), found: [], isFruitless: true };
  }
  try {
    const answer = await searchWaiting(question, query, checkedLimit(limit));
    const found = answer.hits.flatMap(({ name }) => question.view.tool(name) ?? []);
    const text = found.length > 0 ? foundText(answer, found, question) : emptyText(answer, question);
    return { result: textResult(text), found, isFruitless: found.length + answer.candidates.length === 0 };
  } catch (error) {
    if (!isToolcribError(error)) throw error;
    return { result: errorResult(error.message), found: [], isFruitless: true };
  }
}

// Models send any number; the intention behind 0 or 1000 is clear enough.
function checkedLimit(limit: unknown): number {
  const number = Number(limit ?? defaultLimit);
  return Number.isFinite(number) ? Math.min(maxLimit, Math.max(1, Math.trunc(number))) : defaultLimit;
}

/** Unlisted servers may have a matching tool: wait a limited time, unless everything asked for by name was found. */
export async function searchWaiting(
  question: Pick<SearchQuestion, "view" | "waitMilliseconds" | "waitedFor" | "usage">,
  query: string,
  limit: number,
): Promise<SearchAnswer> {
  const { view, waitMilliseconds, waitedFor, usage } = question;
  const answer = await view.search(query, limit, usage);
  const pending = view.servers().filter(isPending);
  const hasAll = answer.hits.length > 0 && answer.notFound.length === 0;
  const asksForNames = /^\s*select\s*:/i.test(query) || view.tool(query.trim()) !== undefined;
  const isNew = pending.some(({ name }) => !waitedFor.has(name));
  if (pending.length === 0 || (hasAll && (asksForNames || !isNew))) return answer;
  await view.pool.settled(waitMilliseconds);
  for (const { name } of pending) waitedFor.add(name);
  return view.search(query, limit, usage);
}

function foundText(answer: SearchAnswer, found: readonly PooledTool[], { view, answerTokens }: SearchQuestion): string {
  let left = answerTokens * charactersPerToken;
  let isShortened = false;
  const lines = found.map((tool) => {
    const line = showDefinition(tool);
    left -= line.length;
    if (left >= 0) return line;
    isShortened = true;
    return showSummary(tool);
  });
  const more = answer.cut > 0 ? ` ${answer.cut} more match; ask with a higher limit to see them.` : "";
  const missing = answer.notFound.length > 0 ? ` Not found: ${answer.notFound.map(quoted).join(", ")}.` : "";
  const schema = isShortened ? " Where the schema is left out, describe_tools gives it." : "";
  const further = [
    ...unsearchedTools(answer),
    ...describeSameTools(answer.hits),
    ...unsearchedSentences(view.servers()),
  ];
  const sentences = further.map((sentence) => ` ${sentence}`).join("");
  return [
    `${found.length} of ${answer.searched} tools, the best first.${more}${missing}${schema}${sentences}`,
    ...lines,
    'Call one with call_tool: {"name": "…", "arguments": {…}}.',
    ...candidateLines(answer, "May be meant too"),
  ].join("\n");
}

/** Law 6: an empty result explains itself. */
function emptyText(answer: SearchAnswer, { view, fruitlessBefore }: SearchQuestion): string {
  const servers = view.servers();
  const found = answer.candidates.length > 0 ? "No tool is a clear match." : "No tool matches.";
  const sentences = [
    `${found} ${answer.searched} tools of ${servers.filter(({ tools }) => tools > 0).length} servers were searched.`,
  ];
  sentences.push(...unsearchedTools(answer));
  if (answer.nearest.length > 0) sentences.push(`Nearest names: ${answer.nearest.join(", ")}.`);
  sentences.push(...serverSentences(servers));
  if (answer.candidates.length === 0 && fruitlessBefore + 1 >= fruitlessUntilNudge) {
    sentences.push(
      `That was search number ${fruitlessBefore + 1} in a row without a result. Do not search for the same thing again: use one of the names above, do it without a tool, or tell the user that there is none for it.`,
    );
  }
  return [sentences.join(" "), ...candidateLines(answer, "May be meant")].join("\n");
}

/** Candidates are named on one line each; their definitions cost nothing until they are asked for. */
function candidateLines({ candidates }: SearchAnswer, title: string): string[] {
  if (candidates.length === 0) return [];
  const lines = candidates.map((candidate) => `- ${describeCandidate(candidate)}`);
  return [`${title}; search for "select:NAME" to see one in full:`, ...lines];
}

function unsearchedTools({ unsearched }: SearchAnswer): string[] {
  return unsearched === undefined ? [] : [describeUnsearched(unsearched)];
}

/** Servers whose tools were not searched because they are unknown. */
function unsearchedSentences(servers: readonly ServerStatus[]): string[] {
  const pending = servers.filter(isPending);
  const failed = servers.filter(({ state, isListed }) => state === "failed" && !isListed);
  return [
    ...(pending.length > 0 ? [`Still connecting: ${named(pending)}; search again for their tools.`] : []),
    ...failed.map(({ name, reason }) => `The server ${name} failed: ${reason ?? "no reason is known"}.`),
  ];
}

/** What could not be searched, and why. */
export function serverSentences(servers: readonly ServerStatus[]): string[] {
  const disabled = servers.filter(({ state }) => state === "disabled");
  const held = servers.filter((server) => server.held > 0);
  const empty = servers.filter((server) => server.state === "ready" && server.tools === 0 && server.held === 0);
  return [
    ...unsearchedSentences(servers),
    ...(disabled.length > 0 ? [`Disabled in the config: ${named(disabled)}.`] : []),
    ...(empty.length > 0 ? [`Connected, but without tools: ${named(empty)}.`] : []),
    ...held.map(
      ({ name, held: count }) => `The server ${name} has ${count} definitions that the user must approve first.`,
    ),
  ];
}

function named(servers: readonly ServerStatus[]): string {
  return servers.map(({ name }) => name).join(", ");
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
