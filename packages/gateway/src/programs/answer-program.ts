import { randomUUID } from "node:crypto";
import type { ProgramStep } from "@toolcrib/code";
import type { ContentBlock, Message } from "@toolcrib/core";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { AnswerRequest, ClientRequest } from "../contracts/client-request.ts";
import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import { innerIdOf, shownIdOf } from "../conversation/call-ids.ts";
import { BlockBuilder } from "../inner-form/block-builder.ts";
import { containerIdOf } from "../inner-form/container.ts";
import { programToolName } from "../inner-form/program-parts.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import { type AnswerEnding, VisibleAnswer } from "../loop/visible-answer.ts";
import type { Container, Containers } from "./containers.ts";
import { blocksOf, innerHistory } from "./inner-history.ts";
import { findPending, type PendingProgram } from "./pending-program.ts";
import { innerResult, programCall, shownProgram, shownResult } from "./program-blocks.ts";
import type { ProgramEngine } from "./program-engine.ts";
import { invalid } from "./program-request.ts";

/** What a request with programs needs to be answered. */
export interface ProgramServices {
  readonly answerRequest: AnswerRequest;
  readonly engine: ProgramEngine;
  readonly containers: Containers;
  /** Whom suspended programs belong to. */
  readonly owner: string;
  /** The request as the rest of the gateway answers it, with the tool that takes programs. */
  readonly inner: ClientRequest;
}

const maxRounds = 10;

/** The answer to a request with programs: runs what the model writes, until the model is done or the client has to answer calls. */
export async function* answerProgram(request: ClientRequest, services: ProgramServices): AsyncGenerator<AnswerEvent> {
  const answer = new ProgramAnswer(request, services);
  yield* answer.run();
}

interface ModelProgram {
  readonly id: string;
  readonly builder: BlockBuilder;
}

class ProgramAnswer {
  readonly #request: ClientRequest;
  readonly #services: ProgramServices;
  readonly #visible = new VisibleAnswer();
  #programs = 0;
  #container: Container | undefined;

  constructor(request: ClientRequest, services: ProgramServices) {
    this.#request = request;
    this.#services = services;
  }

  async *run(): AsyncGenerator<AnswerEvent> {
    const { messages } = this.#request.body;
    const pending = findPending(messages);
    let conversation = innerHistory(messages, pending?.id);
    const first: ContentBlock[] = [];
    if (pending !== undefined) {
      const resumed = await this.#resume(pending);
      if (resumed.calls.length > 0) {
        yield* this.#startAlone();
        for (const block of resumed.calls) yield* this.#visible.show(block);
        yield* this.#finish({ stop_reason: "tool_use", stop_sequence: null });
        return;
      }
      first.push(resumed.result);
      conversation = withResult(conversation, innerResult(resumed.result));
    }
    for (let round = 1; ; round++) {
      const played = yield* this.#playRound(conversation, round === 1 ? first : []);
      if (played === undefined) return;
      const { blocks, programs, directCalls, ending } = played;
      const results: ContentBlock[] = [];
      let waitsForClient = directCalls > 0;
      for (const [position, { id, builder }] of programs.entries()) {
        const { calls, result } = position === 0 ? await this.#start(id, builder.build()) : refused(id);
        for (const block of calls) yield* this.#visible.show(block);
        if (calls.length > 0) waitsForClient = true;
        else {
          yield* this.#visible.show(result);
          results.push(innerResult(result));
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
    }
  }

  /** Calls the model once, and shows what the client may see of its answer. Undefined if it broke off. */
  async *#playRound(conversation: readonly Message[], first: readonly ContentBlock[]) {
    const { answerRequest, inner } = this.#services;
    const answer = await answerRequest({ ...inner, body: { ...inner.body, messages: conversation } });
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
          const index = this.#visible.takeIndex();
          indexes.set(event.index, index);
          const { id, name } = block as { readonly id?: string; readonly name?: string };
          if (block.type === "tool_use" && name === programToolName) {
            const shownId = shownIdOf(id ?? "", "srvtoolu");
            programs.push({ id: shownId, builder });
            yield { ...event, index, content_block: shownProgram(shownId, {}) };
          } else {
            const isCall = block.type === "tool_use";
            if (isCall) directCalls++;
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
          yield { ...event, index: indexes.get(event.index) ?? 0 };
          break;
        case "content_block_stop":
          yield { ...event, index: indexes.get(event.index) ?? 0 };
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
    const blocks = builders.map((builder) => innerBlock(builder.build()));
    return { blocks, programs, directCalls, ending };
  }

  async #start(id: string, block: ContentBlock): Promise<ProgramOutcome> {
    this.#programs++;
    const { code } = ((block as { readonly input?: unknown }).input ?? {}) as { readonly code?: unknown };
    if (typeof code !== "string") return { calls: [], result: shownResult(id, { errorCode: "invalid_tool_input" }) };
    return this.#outcome(id, () => this.#services.engine.start(code));
  }

  async #resume({ id, results }: PendingProgram): Promise<ProgramOutcome> {
    const { containers, engine, owner } = this.#services;
    const { container } = this.#request.body;
    const given = typeof container === "string" ? container : containerIdOf({ container });
    const waiting = openContainer(() => containers.open(given, id, owner));
    if (waiting === undefined) {
      throw invalid(
        "container",
        "container_id is required when there are pending tool uses generated by code execution with tools.",
      );
    }
    const answersTo = (calls: readonly (readonly [toolUseId: string, call: number])[]) =>
      calls.flatMap(([toolUseId, call]) => {
        const result = results.get(toolUseId);
        return result === undefined ? [] : [{ id: call, ...result }];
      });
    return this.#outcome(id, async () => {
      let step = await engine.resume(waiting.snapshot, answersTo(waiting.calls));
      while (step.status === "waiting") {
        const answers = answersTo(step.calls.map((call) => [callIdOf(id, call.id), call.id]));
        if (answers.length === 0) break;
        step = await engine.resume(step.snapshot, answers);
      }
      return step;
    });
  }

  async #outcome(id: string, run: () => Promise<ProgramStep>): Promise<ProgramOutcome> {
    let step: ProgramStep;
    try {
      step = await run();
    } catch (error) {
      if (!isToolcribError(error)) throw error;
      const errorCode =
        error.code === "sandbox_busy"
          ? "too_many_requests"
          : error.code === "invalid_program"
            ? "invalid_tool_input"
            : "unavailable";
      this.#request.trace.warn(`A program could not be run: ${error.message}`);
      return { calls: [], result: shownResult(id, { errorCode }) };
    }
    this.#request.signal.throwIfAborted();
    if (step.status !== "waiting") {
      this.#note("program to gateway", step.status);
      return { calls: [], result: shownResult(id, step) };
    }
    const calls = step.calls.map((call) => ({ toolUseId: callIdOf(id, call.id), call }));
    const { containers, owner } = this.#services;
    const waiting = {
      program: id,
      snapshot: step.snapshot,
      calls: calls.map(({ toolUseId, call }) => [toolUseId, call.id] as const),
    };
    this.#container = containers.close(waiting, owner);
    this.#note("calls", calls.map(({ call }) => call.name).join(", "));
    return {
      calls: calls.map(({ toolUseId, call }) => programCall(id, toolUseId, call.name, call.arguments)),
      result: shownResult(id, step),
    };
  }

  #note(what: string, detail: string): void {
    const title = what === "calls" ? `Program calls ${detail}` : `Program ${detail}`;
    this.#request.trace.flow({ from: "gateway", to: "client", title });
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

  *#finish(ending: AnswerEnding): Generator<AnswerEvent> {
    for (const event of this.#visible.finish(ending)) {
      if (event.type !== "message_delta") {
        yield event;
        continue;
      }
      const counted = { ...event.usage.server_tool_use, code_execution_requests: this.#programs };
      const container = this.#container === undefined ? null : { ...this.#container, skills: null };
      yield { ...event, delta: { ...event.delta, container }, usage: { ...event.usage, server_tool_use: counted } };
    }
  }
}

/** The client's id of a call: the same whenever the program gets there. */
const callIdOf = (program: string, call: number): string => `${innerIdOf(program)}_${call}`;

interface ProgramOutcome {
  /** Calls for the client; none if the program ended. */
  readonly calls: readonly ContentBlock[];
  readonly result: ContentBlock;
}

const refused = (id: string): ProgramOutcome => ({
  calls: [],
  result: shownResult(id, { errorCode: "too_many_requests" }),
});

/** A call as the model made it: later requests derive the id from what the client was shown. */
function innerBlock(block: ContentBlock): ContentBlock {
  const { id, name } = block as { readonly id?: string; readonly name?: string };
  if (block.type !== "tool_use" || name !== programToolName || id === undefined) return block;
  return { ...block, id: innerIdOf(id) } as ContentBlock;
}

/** The result of a program goes to the results of the last message. */
function withResult(messages: readonly Message[], result: ContentBlock): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content: [result] }];
  return [...messages.slice(0, -1), { ...last, content: [...blocksOf(last), result] }];
}

function openContainer<Found>(open: () => Found): Found {
  try {
    return open();
  } catch (error) {
    if (isToolcribError(error)) throw invalid("container", error.summary);
    throw error;
  }
}
