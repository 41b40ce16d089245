import { randomUUID } from "node:crypto";
import type { ContentBlock, ToolUseBlock } from "@toolcrib/core";
import type { AnswerRequest, ClientRequest } from "../contracts/client-request.ts";
import type { AnswerEvent, AnswerMessage, MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { innerIdOf, shownIdOf } from "../conversation/call-ids.ts";
import { BlockBuilder } from "../inner-form/block-builder.ts";
import { programToolName } from "../inner-form/program-parts.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import { type AnswerEnding, VisibleAnswer } from "../loop/visible-answer.ts";
import { failuresIn, maxFailures } from "./direct-calls.ts";
import { innerHistory, withResult } from "./inner-history.ts";
import { findPending } from "./pending-program.ts";
import { innerResult, shownProgram } from "./program-blocks.ts";
import { ProgramRuns, type ProgramServices } from "./program-runs.ts";

/** How a request with programs is answered. */
export interface AnswerProgramOptions extends ProgramServices {
  readonly answerRequest: AnswerRequest;
  /** The request as the rest of the gateway answers it, with the tool that takes programs. */
  readonly inner: ClientRequest;
  /** The client's request without programs. */
  readonly direct: () => MessagesBody;
}

const maxRounds = 10;

/** The answer to a request with programs: runs what the model writes, until the model is done or the client has to answer calls. */
export async function* answerProgram(
  request: ClientRequest,
  options: AnswerProgramOptions,
): AsyncGenerator<AnswerEvent> {
  const answer = new ProgramAnswer(request, options);
  yield* answer.run();
}

interface ModelProgram {
  readonly id: string;
  readonly builder: BlockBuilder;
}

class ProgramAnswer {
  readonly #request: ClientRequest;
  readonly #options: AnswerProgramOptions;
  readonly #visible = new VisibleAnswer();
  readonly #runs: ProgramRuns;
  /** Other APIs show a program when it is known where it waits, and have no `pause_turn`. */
  readonly #isMessages: boolean;
  /** Whether the client follows the rules of the Messages API for programs. */
  readonly #isStrict: boolean;
  readonly #clientCalls: string[] = [];
  /** Programs in a row that failed. */
  #failures = 0;
  #isGivenUp = false;

  constructor(request: ClientRequest, options: AnswerProgramOptions) {
    this.#request = request;
    this.#options = options;
    this.#isMessages = request.dialect === messagesDialectName;
    this.#isStrict = this.#isMessages && request.hidesPrograms !== true;
    this.#runs = new ProgramRuns(request, options);
  }

  async *run(): AsyncGenerator<AnswerEvent> {
    const { messages } = this.#request.body;
    const pending = findPending(messages, { takesMessages: !this.#isStrict });
    let conversation = innerHistory(messages, pending);
    this.#failures = failuresIn(messages);
    const first: ContentBlock[] = [];
    if (pending === undefined) await this.#runs.open();
    else {
      const { made, calls, result } = await this.#runs.resume(pending);
      if (calls.length > 0) {
        yield* this.#startAlone();
        for (const block of [...made, ...calls]) yield* this.#show(block);
        yield* this.#finish({ stop_reason: "tool_use", stop_sequence: null });
        return;
      }
      first.push(...made, result);
      this.#noteResult(result);
      conversation = withResult(conversation, innerResult(result));
    }
    for (let round = 1; ; round++) {
      const choice = this.#choiceOf(round, round > 1 || pending !== undefined);
      const body = { ...this.#roundBody(), messages: conversation, ...choice };
      const played = yield* this.#playRound(body, round === 1 ? first : []);
      if (played === undefined) return;
      const { blocks, programs, directCalls, ending } = played;
      const results: ContentBlock[] = [];
      let waitsForClient = directCalls > 0;
      for (const [position, { id, builder }] of programs.entries()) {
        const { input } = builder.build() as { readonly input?: unknown };
        const { made, calls, result } =
          position === 0 ? await this.#runs.start(id, input) : this.#runs.refuse(id, input);
        if (!this.#isMessages) {
          const fingerprint = calls.length === 0 ? id : this.#runs.container?.id;
          yield* this.#visible.show(shownProgram(id, input, { fingerprint }));
        }
        for (const block of [...made, ...calls]) yield* this.#show(block);
        if (calls.length > 0) waitsForClient = true;
        else {
          yield* this.#visible.show(result);
          results.push(innerResult(result));
          this.#noteResult(result);
        }
      }
      if (programs.length === 0 || waitsForClient) {
        yield* this.#finish(waitsForClient ? { ...ending, stop_reason: "tool_use" } : ending);
        return;
      }
      if (round >= maxRounds) {
        yield* this.#finish({ stop_reason: "pause_turn", stop_sequence: null });
        return;
      }
      conversation = [...conversation, { role: "assistant", content: blocks }, { role: "user", content: results }];
      if (this.#request.hidesPrograms === true) this.#visible.hideRound();
    }
  }

  /** A program satisfies a choice that forces a call; then the model may answer. In the end it must, if the client cannot continue. */
  #choiceOf(round: number, isSatisfied: boolean): Pick<MessagesBody, "tool_choice"> {
    const { tool_choice: choice } = this.#options.inner.body;
    if (round === maxRounds && !this.#isStrict) return { tool_choice: { type: "none" } };
    const isForced = choice?.type === "any" || (choice?.type === "tool" && choice.name === programToolName);
    if (!isForced || !isSatisfied) return {};
    const { disable_parallel_tool_use: isSerial } = choice;
    return { tool_choice: { type: "auto", ...(isSerial !== undefined && { disable_parallel_tool_use: isSerial }) } };
  }

  #noteResult(result: ContentBlock): void {
    this.#failures = failuresIn([{ role: "assistant", content: [result] }], this.#failures);
  }

  /** A model that fails at programs gets the tools themselves. */
  #roundBody(): MessagesBody {
    const { inner, direct } = this.#options;
    if (this.#failures < maxFailures) return inner.body;
    if (!this.#isGivenUp) {
      const warning = `The model failed at ${maxFailures} programs in a row: from here on it calls the tools itself.`;
      this.#request.trace.warn(warning);
    }
    this.#isGivenUp = true;
    return direct();
  }

  *#show(block: ContentBlock): Generator<AnswerEvent> {
    if (block.type === "tool_use") this.#clientCalls.push((block as ToolUseBlock).name);
    yield* this.#visible.show(block);
  }

  /** Calls the model once, and shows what the client may see of its answer. Undefined if it broke off. */
  async *#playRound(body: MessagesBody, first: readonly ContentBlock[]) {
    const { answerRequest, inner } = this.#options;
    const answer = await answerRequest({ ...inner, body });
    if (answer.kind !== "whole" && answer.kind !== "streamed")
      throw new TypeError(`Expected an answer, got one that is ${answer.kind}.`);
    const builders: BlockBuilder[] = [];
    const indexes = new Map<number, number>();
    const programs: ModelProgram[] = [];
    let directCalls = 0;
    let ending: AnswerEnding = { stop_reason: null };
    for await (const event of answer.kind === "whole" ? eventsOfMessage(answer.message) : answer.events) {
      switch (event.type) {
        case "message_start":
          yield* this.#visible.start({ ...event, message: { ...event.message, container: null } }, first);
          break;
        case "content_block_start": {
          const { content_block: block } = event;
          const builder = new BlockBuilder(block);
          builders[event.index] = builder;
          const { id, name } = block as { readonly id?: string; readonly name?: string };
          const isProgram = block.type === "tool_use" && name === programToolName;
          const shownId = shownIdOf(id ?? "", "srvtoolu");
          if (isProgram) programs.push({ id: shownId, builder });
          if (isProgram && !this.#isMessages) break;
          const index = this.#visible.takeIndex();
          indexes.set(event.index, index);
          if (isProgram) {
            yield { ...event, index, content_block: shownProgram(shownId, {}) };
          } else {
            const isCall = block.type === "tool_use";
            if (isCall) directCalls++;
            if (isCall) this.#clientCalls.push(name ?? "");
            yield {
              ...event,
              index,
              content_block: isCall ? ({ ...block, caller: { type: "direct" } } as ContentBlock) : block,
            };
          }
          break;
        }
        case "content_block_delta":
          builders[event.index]?.add(event.delta);
          yield* atIndex(event, indexes);
          break;
        case "content_block_stop":
          yield* atIndex(event, indexes);
          break;
        case "message_delta":
          this.#visible.noteEnd(event);
          ending = event.delta;
          break;
        case "message_stop":
          this.#visible.noteStop(event);
          break;
        case "error":
          yield event;
          return undefined;
        default:
          yield event;
      }
    }
    // The gateway's own ids are unique in the conversation; the model's come with its next request.
    const built = builders.map((builder) => innerBlock(builder.build()));
    const blocks = this.#isMessages
      ? built
      : [...built.filter((block) => !isCallOfProgram(block)), ...built.filter(isCallOfProgram)];
    return { blocks, programs, directCalls, ending };
  }

  /** Starts an answer for which no model was called. */
  *#startAlone(): Generator<AnswerEvent> {
    const message: AnswerMessage = {
      id: `msg_${randomUUID().replaceAll("-", "")}`,
      type: "message",
      role: "assistant",
      model: this.#request.body.model,
      content: [],
      container: null,
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    };
    yield* this.#visible.start({ type: "message_start", message }, []);
  }

  async *#finish(ending: AnswerEnding): AsyncGenerator<AnswerEvent> {
    const open = await this.#runs.close();
    this.#request.trace.note({ clientCalls: [...this.#clientCalls] });
    for (const event of this.#visible.finish(ending)) {
      if (event.type !== "message_delta") {
        yield event;
        continue;
      }
      const counted = { ...event.usage.server_tool_use, code_execution_requests: this.#runs.started };
      const container = open === undefined ? null : { ...open, skills: null };
      yield { ...event, delta: { ...event.delta, container }, usage: { ...event.usage, server_tool_use: counted } };
    }
  }
}

/** The event at the place where the client sees its block; nothing if it does not see it. */
function* atIndex<Event extends AnswerEvent & { readonly index: number }>(
  event: Event,
  indexes: ReadonlyMap<number, number>,
): Generator<Event> {
  const index = indexes.get(event.index);
  if (index !== undefined) yield { ...event, index };
}

function isCallOfProgram(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use" && (block as ToolUseBlock).name === programToolName;
}

/** A call as the model made it: later requests derive the id from what the client was shown. */
function innerBlock(block: ContentBlock): ContentBlock {
  return isCallOfProgram(block) ? ({ ...block, id: innerIdOf(block.id) } as ToolUseBlock) : block;
}
