import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import type { AnswerEvent, EventFields } from "../contracts/inner-form.ts";
import type { CallIds } from "../conversation/call-ids.ts";
import { ArgumentLimit } from "../inner-form/argument-limit.ts";
import type { BlockHandler, OpenedBlock } from "./block-handler.ts";
import { heldBlock, type StartedBlock, shownBlock } from "./block-handlers.ts";
import type { CallRules, HeldFor, RefusedCall } from "./call-owner.ts";
import type { AnswerEnding, VisibleAnswer } from "./visible-answer.ts";
import { WrappedCallHandler } from "./wrapped-call-handler.ts";

/** Reads the answer of one model call: forwards what the client may see, and collects what the gateway must do before the next call. */
export class RoundReader {
  /** The answer as the model gave it, in the inner form: real names, no wrapper. */
  readonly inner: ContentBlock[] = [];
  readonly gatewayCalls: { readonly tool: GatewayTool; readonly call: ToolUseBlock }[] = [];
  readonly refusedCalls: RefusedCall[] = [];
  clientCalls = 0;
  ending: AnswerEnding | undefined;
  readonly #visible: VisibleAnswer;
  readonly #rules: CallRules;
  readonly #ids: CallIds;
  readonly #waiting: readonly ContentBlock[];
  readonly #handlers = new Map<number, BlockHandler>();
  /** Of wrapped calls: a model may write their arguments as a text, whose values are not those of the wrapper's arguments. */
  readonly #argumentLimit = new ArgumentLimit();

  constructor(visible: VisibleAnswer, rules: CallRules, ids: CallIds, waiting: readonly ContentBlock[] = []) {
    this.#visible = visible;
    this.#rules = rules;
    this.#ids = ids;
    this.#waiting = waiting;
  }

  *read(event: AnswerEvent): Generator<AnswerEvent> {
    switch (event.type) {
      case "message_start":
        yield* this.#visible.start(event, this.#waiting);
        break;
      case "content_block_start": {
        const { type: _type, index, content_block: block, ...fields } = event;
        yield* this.#open(index, { block, fields });
        break;
      }
      case "content_block_delta": {
        const { type: _type, index, delta, ...fields } = event;
        yield* this.#handlers.get(index)?.delta(delta, fields) ?? [];
        break;
      }
      case "content_block_stop": {
        const { type: _type, index, ...fields } = event;
        yield* this.#handlers.get(index)?.stop(fields) ?? [];
        this.#handlers.delete(index);
        this.#argumentLimit.end(index);
        break;
      }
      case "message_delta":
        this.ending = { ...this.ending, ...event.delta };
        this.#visible.noteEnd(event);
        break;
      case "message_stop":
        this.#visible.noteStop(event);
        break;
      default:
        yield event;
    }
  }

  *#open(index: number, started: StartedBlock): Generator<AnswerEvent> {
    const { block, fields } = started;
    if (block.type !== "tool_use") {
      yield* this.#pass(index, started);
      return;
    }
    const call = block as ToolUseBlock;
    const { wrapper } = this.#rules;
    if (call.name === wrapper?.tool.name) {
      const openReal = (name: string) => this.openCall({ block: { ...call, name, input: {} }, fields }, true);
      const handler = new WrappedCallHandler(call, wrapper.createReader(), openReal, (text) =>
        this.#argumentLimit.add(index, text),
      );
      this.#handlers.set(index, handler);
    } else {
      const opened = this.openCall({ block: call, fields }, false);
      this.#handlers.set(index, opened.handler);
      yield* opened.start;
    }
  }

  *#pass(index: number, started: StartedBlock): Generator<AnswerEvent> {
    const opened = shownBlock(this.#visible, started, (built) => this.inner.push(built));
    this.#handlers.set(index, opened.handler);
    yield* opened.start;
  }

  /** Starts a tool call under the tool's real name. */
  openCall({ block, fields }: StartedBlock<ToolUseBlock>, isWrapped: boolean): OpenedBlock {
    const name = this.#rules.nameOf(block.name);
    const call = name === block.name ? block : { ...block, name };
    const owned = this.#rules.ownerOf(call.name, isWrapped);
    if (owned.owner === "gateway") return this.#openGatewayCall(owned.tool, call, fields);
    const { owner } = owned;
    const own = { ...call, id: this.#ids.unique(call.id) };
    if (owner !== "client") return heldBlock(own, (built) => this.#settle(built as ToolUseBlock, owner));
    return shownBlock(this.#visible, { block: own, fields }, (built) => {
      this.inner.push(built);
      this.clientCalls++;
    });
  }

  /** Calls of tools that the client does not know. */
  get hiddenCalls(): readonly { readonly tool: GatewayTool; readonly call: ToolUseBlock }[] {
    return this.gatewayCalls.filter(({ tool, call }) => tool.showCall(call.id) === undefined);
  }

  /** Shows refused calls to the client, which answers them together with its own. Forbidden calls are never shown. */
  *showRefused(): Generator<AnswerEvent> {
    for (const { call, isForbidden } of this.refusedCalls) {
      if (isForbidden) continue;
      this.inner.push(call);
      this.clientCalls++;
      yield* this.#visible.show(call);
    }
  }

  /** Adds refused calls to the conversation and returns their results for the model. */
  takeRefused(): readonly ToolResultBlock[] {
    for (const { call } of this.refusedCalls) this.inner.push(call);
    return this.refusedCalls.map(({ result }) => result);
  }

  #openGatewayCall(tool: GatewayTool, call: ToolUseBlock, fields: EventFields): OpenedBlock {
    const shownId = this.#ids.shown();
    const shown = tool.showCall(shownId);
    const id = shown === undefined ? this.#ids.hidden() : shownId;
    const inner = { ...call, id, name: tool.name };
    const take = (built: ContentBlock): readonly AnswerEvent[] => {
      this.inner.push(built);
      this.gatewayCalls.push({ tool, call: built as ToolUseBlock });
      if (tool.needsApproval === true) this.clientCalls++;
      return [];
    };
    if (shown === undefined) return heldBlock(inner, take);
    return shownBlock(this.#visible, { block: shown, fields }, (built) => {
      take({ ...inner, input: (built as ToolUseBlock).input } as ToolUseBlock);
    });
  }

  *#settle(call: ToolUseBlock, heldFor: HeldFor): Generator<AnswerEvent> {
    const refusal = this.#rules.refusalOf(call, heldFor);
    if (refusal !== undefined) {
      this.refusedCalls.push(refusal);
      return;
    }
    this.inner.push(call);
    this.clientCalls++;
    yield* this.#visible.show(call);
  }
}
