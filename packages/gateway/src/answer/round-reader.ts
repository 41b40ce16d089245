import type { ContentBlock, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { BlockBuilder } from "./block-builder.ts";
import type { BlockHandler, OpenedBlock } from "./block-handler.ts";
import { BridgedCallHandler } from "./bridged-call-handler.ts";
import type { CreateIdSuffix } from "./call-ids.ts";
import type { AnswerEnding, VisibleAnswer } from "./visible-answer.ts";

/** Who answers a call of the model. `check`: it is held until its arguments are known, then checked. */
export type CallOwner =
  | { readonly owner: "client" | "check" }
  | { readonly owner: "gateway"; readonly tool: GatewayTool };

/** A call that nobody runs, and what the model is told instead (E12). */
export interface RefusedCall {
  readonly call: ToolUseBlock;
  readonly result: ToolResultBlock;
  /** Whether it may reach the client at all; a tool that a rule hides may not. */
  readonly isForbidden: boolean;
}

/** How the calls of a round are to be understood. */
export interface CallRules {
  /** The bridge's tool, where the loader has one. */
  readonly wrapperName: string | undefined;
  ownerOf(name: string, isWrapped: boolean): CallOwner;
  /** The refusal of a call that was held, or undefined if it may run. */
  refusalOf(call: ToolUseBlock): RefusedCall | undefined;
}

/** Reads one model call's answer: passes on what the client is to see, and gathers what the gateway must do before the next. */
export class RoundReader {
  /** The answer as the model gave it, in the inner form: real names, no wrapper. */
  readonly inner: ContentBlock[] = [];
  readonly gatewayCalls: { readonly tool: GatewayTool; readonly call: ToolUseBlock }[] = [];
  readonly refusedCalls: RefusedCall[] = [];
  clientCalls = 0;
  ending: AnswerEnding | undefined;
  readonly #visible: VisibleAnswer;
  readonly #rules: CallRules;
  readonly #createIdSuffix: CreateIdSuffix;
  readonly #waiting: readonly ContentBlock[];
  readonly #handlers = new Map<number, BlockHandler>();

  constructor(
    visible: VisibleAnswer,
    rules: CallRules,
    createIdSuffix: CreateIdSuffix,
    waiting: readonly ContentBlock[] = [],
  ) {
    this.#visible = visible;
    this.#rules = rules;
    this.#createIdSuffix = createIdSuffix;
    this.#waiting = waiting;
  }

  *read(event: AnswerEvent): Generator<AnswerEvent> {
    switch (event.type) {
      case "message_start":
        yield* this.#visible.start(event.message, this.#waiting);
        break;
      case "content_block_start":
        yield* this.#open(event.index, event.content_block);
        break;
      case "content_block_delta":
        yield* this.#handlers.get(event.index)?.delta(event.delta) ?? [];
        break;
      case "content_block_stop":
        yield* this.#handlers.get(event.index)?.stop() ?? [];
        this.#handlers.delete(event.index);
        break;
      case "message_delta":
        this.ending = { ...this.ending, ...event.delta };
        this.#visible.noteUsage(event.usage);
        break;
      case "message_stop":
        break;
      default:
        yield event;
    }
  }

  *#open(index: number, block: ContentBlock): Generator<AnswerEvent> {
    const call = block.type === "tool_use" ? (block as ToolUseBlock) : undefined;
    if (call === undefined) {
      yield* this.#pass(index, block);
    } else if (call.name === this.#rules.wrapperName) {
      this.#handlers.set(
        index,
        new BridgedCallHandler(call, (name) => this.openCall({ ...call, name, input: {} }, true)),
      );
    } else {
      const opened = this.openCall(call, false);
      this.#handlers.set(index, opened.handler);
      yield* opened.start;
    }
  }

  *#pass(index: number, block: ContentBlock): Generator<AnswerEvent> {
    const handler = this.#shownHandler(block, (built) => this.inner.push(built));
    this.#handlers.set(index, handler.handler);
    yield* handler.start;
  }

  /** Begins a call of a tool under its real name. */
  openCall(call: ToolUseBlock, isWrapped: boolean): OpenedBlock {
    const owned = this.#rules.ownerOf(call.name, isWrapped);
    if (owned.owner === "gateway") return this.#openGatewayCall(owned.tool, call);
    if (owned.owner === "check") return { handler: this.#checkedHandler(call), start: [] };
    return this.#shownHandler(call, (built) => {
      this.inner.push(built);
      this.clientCalls++;
    });
  }

  /** Calls of tools that the client does not know of. */
  get hiddenCalls(): readonly { readonly tool: GatewayTool; readonly call: ToolUseBlock }[] {
    return this.gatewayCalls.filter(({ tool, call }) => tool.showCall(call.id) === undefined);
  }

  /** Shows refused calls after all: the client answers them beside its own. One that is forbidden reaches nobody. */
  *showRefused(): Generator<AnswerEvent> {
    for (const { call, isForbidden } of this.refusedCalls) {
      if (isForbidden) continue;
      this.inner.push(call);
      this.clientCalls++;
      yield* this.#visible.show(call);
    }
  }

  /** Takes refused calls as made, and gives what the model is told. */
  takeRefused(): readonly ToolResultBlock[] {
    this.inner.push(...this.refusedCalls.map(({ call }) => call));
    return this.refusedCalls.map(({ result }) => result);
  }

  #openGatewayCall(tool: GatewayTool, call: ToolUseBlock): OpenedBlock {
    // The client's id and the model's id differ in their prefix only, so the gateway gives both.
    const id = `toolu_${this.#createIdSuffix()}`;
    const inner = { ...call, id, name: tool.name };
    const take = (built: ContentBlock) => {
      this.inner.push(built);
      this.gatewayCalls.push({ tool, call: built as ToolUseBlock });
    };
    const shown = tool.showCall(id);
    if (shown === undefined) return { handler: hiddenHandler(inner, take), start: [] };
    return this.#shownHandler(shown, (built) => {
      take({ ...inner, input: (built as ToolUseBlock).input } as ToolUseBlock);
    });
  }

  /** A block that the client sees as it comes. */
  #shownHandler(block: ContentBlock, take: (built: ContentBlock) => void): OpenedBlock {
    const visible = this.#visible;
    const index = visible.takeIndex();
    const builder = new BlockBuilder(block);
    const handler: BlockHandler = {
      *delta(delta) {
        builder.add(delta);
        yield { type: "content_block_delta", index, delta };
      },
      *stop() {
        const built = builder.build();
        visible.blocks.push(built);
        take(built);
        yield { type: "content_block_stop", index };
      },
    };
    return { handler, start: [{ type: "content_block_start", index, content_block: block }] };
  }

  /** A call of a tool that the model has never seen: held until it can be checked. */
  #checkedHandler(call: ToolUseBlock): BlockHandler {
    const builder = new BlockBuilder(call);
    const settle = (built: ToolUseBlock) => this.#settle(built);
    return {
      // biome-ignore lint/correctness/useYield: nothing is shown before the call is checked.
      *delta(delta) {
        builder.add(delta);
      },
      *stop() {
        yield* settle(builder.build() as ToolUseBlock);
      },
    };
  }

  *#settle(call: ToolUseBlock): Generator<AnswerEvent> {
    const refusal = this.#rules.refusalOf(call);
    if (refusal !== undefined) {
      this.refusedCalls.push(refusal);
      return;
    }
    this.inner.push(call);
    this.clientCalls++;
    yield* this.#visible.show(call);
  }
}

function hiddenHandler(block: ContentBlock, take: (built: ContentBlock) => void): BlockHandler {
  const builder = new BlockBuilder(block);
  return {
    // biome-ignore lint/correctness/useYield: the client does not know of this call.
    *delta(delta) {
      builder.add(delta);
    },
    // biome-ignore lint/correctness/useYield: the client does not know of this call.
    *stop() {
      take(builder.build());
    },
  };
}
