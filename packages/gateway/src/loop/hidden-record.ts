import type { Message, ToolResultBlock } from "@toolcrib/core";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Turn } from "../turn/turn.ts";
import type { RoundReader } from "./round-reader.ts";
import type { VisibleAnswer } from "./visible-answer.ts";

/** Keeps the parts of an answer that the client did not see, so that the next request can replay them. */
export class HiddenRecord {
  /** Results of calls that the previous turn left open. */
  leading: readonly ToolResultBlock[] = [];
  readonly #turn: Turn;
  readonly #context: AnswerContext;
  readonly #visible: VisibleAnswer;
  readonly #messages: Message[] = [];
  #isHidden = false;

  constructor(turn: Turn, context: AnswerContext, visible: VisibleAnswer) {
    this.#turn = turn;
    this.#context = context;
    this.#visible = visible;
  }

  add(messages: readonly Message[], isHidden: boolean): void {
    this.#messages.push(...messages);
    this.#isHidden ||= isHidden;
  }

  /**
   * Ends the answer; `trailing` are results of hidden calls that were made alongside the client's calls. Resolves when the next request
   * can replay what was hidden.
   */
  async end(reader: RoundReader | undefined, trailing: readonly ToolResultBlock[]): Promise<void> {
    const { hiddenTurns } = this.#context;
    const key = this.#turn.keys.withAnswer(this.#visible.blocks);
    if (!this.#isHidden && trailing.length === 0) {
      // Another conversation that looks the same may hide a turn here: then it is unclear which of the two continues.
      hiddenTurns.remember(key, undefined);
      return;
    }
    const inner = reader?.inner ?? [];
    const last: readonly Message[] = inner.length === 0 ? [] : [{ role: "assistant", content: inner }];
    const answered = new Set(trailing.map((result) => result.tool_use_id));
    hiddenTurns.remember(key, {
      leading: this.leading,
      messages: [...this.#messages, ...last],
      trailing,
      open: (reader?.gatewayCalls ?? []).map(({ call }) => call).filter(({ id }) => !answered.has(id)),
    });
    await hiddenTurns.written(key, this.#turn.request);
  }
}
