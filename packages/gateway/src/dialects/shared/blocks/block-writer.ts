import type { AnswerEvent, BlockDelta } from "../../../contracts/inner-form.ts";
import { brokenStream } from "../../../errors/broken-stream.ts";
import { ArgumentText } from "./argument-text.ts";

type BlockStart = Extract<AnswerEvent, { type: "content_block_start" }>["content_block"];

/** Each delta looks for its block. */
const maxOpenBlocks = 1_000;

interface OpenBlock {
  readonly id: string;
  readonly start: BlockStart;
  /** Deltas received but not passed on yet, because an earlier block is not finished. */
  readonly waiting: BlockDelta[];
  /** The arguments, if the block is a call. */
  readonly input: ArgumentText;
  isStarted: boolean;
  isEnded: boolean;
}

/**
 * Writes blocks one after another, as the Messages API does. A provider may start a block before it ends the previous
 * one: a complete previous block is closed; otherwise the new one waits.
 */
export class BlockWriter {
  readonly #blocks: OpenBlock[] = [];
  #index = 0;

  /** Whether a block with this id is open. */
  has(id: string): boolean {
    return this.#blocks.some((block) => block.id === id);
  }

  start(id: string, start: BlockStart): AnswerEvent[] {
    for (const block of this.#blocks) if (!isCall(block)) block.isEnded = true;
    if (this.#blocks.length === maxOpenBlocks) throw brokenStream(`it has more than ${maxOpenBlocks} open blocks`);
    this.#blocks.push({ id, start, waiting: [], input: new ArgumentText(), isStarted: false, isEnded: false });
    return this.#advance();
  }

  delta(id: string, delta: BlockDelta): AnswerEvent[] {
    const position = this.#blocks.findIndex((block) => block.id === id);
    const block = this.#blocks[position];
    if (block === undefined) return [];
    const passed =
      delta.type === "input_json_delta" ? argumentDelta(block.input.push(String(delta["partial_json"]))) : delta;
    if (passed === undefined) return [];
    if (position > 0) {
      block.waiting.push(passed);
      return [];
    }
    return [{ type: "content_block_delta", index: this.#index, delta: passed }, ...this.#advance()];
  }

  end(id: string): AnswerEvent[] {
    const block = this.#blocks.find((open) => open.id === id);
    if (block !== undefined) block.isEnded = true;
    return this.#advance();
  }

  /** Ends every block, in order. */
  endAll(): AnswerEvent[] {
    for (const block of this.#blocks) block.isEnded = true;
    return this.#advance();
  }

  #advance(): AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (let [front, next] = this.#blocks; front !== undefined; [front, next] = this.#blocks) {
      if (!front.isStarted) {
        front.isStarted = true;
        events.push({ type: "content_block_start", index: this.#index, content_block: front.start });
        for (const delta of front.waiting) {
          events.push({ type: "content_block_delta", index: this.#index, delta });
        }
      }
      const isDone = front.isEnded || (next !== undefined && isCall(front) && front.input.isWhole);
      if (!isDone) break;
      const rest = argumentDelta(front.input.end());
      if (rest !== undefined) events.push({ type: "content_block_delta", index: this.#index, delta: rest });
      events.push({ type: "content_block_stop", index: this.#index });
      this.#index += 1;
      this.#blocks.shift();
    }
    return events;
  }
}

function argumentDelta(partial_json: string): BlockDelta | undefined {
  return partial_json === "" ? undefined : { type: "input_json_delta", partial_json };
}

function isCall({ start }: OpenBlock): boolean {
  return start.type === "tool_use";
}
