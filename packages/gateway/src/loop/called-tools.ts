import type { ContentBlock, Message, ToolUseBlock } from "@toolcrib/core";
import type { CallsAfterSearches } from "../contracts/request-learning.ts";
import type { Turn } from "../turn/turn.ts";

/** More searches than this are not looked back on. */
const maxQueries = 64;

/** Collects which tools the model calls during a turn, and after which searches. */
export class CalledTools {
  readonly #turn: Turn;
  readonly #rounds: { readonly queries: readonly string[]; readonly names: readonly string[] }[] = [];

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Call once per answer of the model. Only its own calls count: those in the conversation were counted when they were made. */
  add(answer: readonly ContentBlock[]): void {
    const calls = callsIn(answer);
    const queries = calls.flatMap((call) => queryOf(call, this.#turn) ?? []);
    const names = calls.filter(({ name }) => this.#turn.gatewayTools.get(name)?.isSearch !== true);
    this.#rounds.push({ queries, names: names.map(({ name }) => name) });
  }

  /** Call when the turn is over. */
  end(): void {
    const { learning } = this.#turn.request;
    if (learning === undefined || this.#rounds.every(({ names }) => names.length === 0)) return;
    const queries = queriesIn(this.#turn.conversation, this.#turn);
    const noted: CallsAfterSearches[] = [];
    for (const round of this.#rounds) {
      if (round.names.length > 0 && queries.length > 0) {
        noted.push({ queries: queries.slice(-maxQueries), names: round.names });
      }
      queries.push(...round.queries);
    }
    if (noted.length > 0) learning.note(noted);
  }
}

function queriesIn(messages: readonly Message[], turn: Turn): string[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== "assistant" || typeof content === "string") return [];
    return callsIn(content).flatMap((call) => queryOf(call, turn) ?? []);
  });
}

function queryOf({ name, input }: ToolUseBlock, { gatewayTools }: Turn): string | undefined {
  return gatewayTools.get(name)?.queryOf?.(input);
}

function callsIn(blocks: readonly ContentBlock[]): readonly ToolUseBlock[] {
  return blocks.filter((block): block is ToolUseBlock => block.type === "tool_use");
}
