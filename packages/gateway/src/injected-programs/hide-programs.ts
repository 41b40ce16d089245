import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, AnswerMessage, Usage } from "../contracts/inner-form.ts";
import { BlockBuilder } from "../inner-form/block-builder.ts";
import { containerIdOf } from "../inner-form/container.ts";
import { isProgramBlock } from "../programs/program-blocks.ts";
import type { AnswerWithPrograms } from "./hidden-programs.ts";

/** An answer without its programs: the client sees their calls as calls of the model, and nothing else. */
export async function* hidePrograms(
  events: AsyncIterable<AnswerEvent>,
  onEnd: (answer: AnswerWithPrograms) => Promise<void>,
): AsyncGenerator<AnswerEvent> {
  const whole: { readonly builder: BlockBuilder; readonly index: number | undefined }[] = [];
  let shown = 0;
  let container: string | undefined;
  for await (const event of events) {
    switch (event.type) {
      case "message_start":
        yield { ...event, message: withoutPrograms(event.message) };
        break;
      case "content_block_start": {
        const { content_block: block } = event;
        const index = isHidden(block) ? undefined : shown++;
        whole[event.index] = { builder: new BlockBuilder(block), index };
        if (index !== undefined) yield { ...event, index, content_block: withoutCaller(block) };
        break;
      }
      case "content_block_delta": {
        const { builder, index } = whole[event.index] ?? {};
        builder?.add(event.delta);
        if (index !== undefined) yield { ...event, index };
        break;
      }
      case "content_block_stop": {
        const { index } = whole[event.index] ?? {};
        if (index !== undefined) yield { ...event, index };
        break;
      }
      case "message_delta": {
        const { container: _container, ...delta } = event.delta;
        container = containerIdOf({ container: event.delta["container"] }) ?? container;
        // A client that does not know about programs cannot continue them.
        const stopReason = delta.stop_reason === "pause_turn" ? "end_turn" : delta.stop_reason;
        yield { ...event, delta: { ...delta, stop_reason: stopReason }, usage: withoutCount(event.usage) };
        break;
      }
      case "message_stop":
        // Before the client can send its next request.
        await onEnd({ ...blocksOf(whole), container });
        yield event;
        break;
      default:
        yield event;
    }
  }
}

function blocksOf(whole: readonly { readonly builder: BlockBuilder; readonly index: number | undefined }[]) {
  const built = whole.map(({ builder, index }) => ({ block: builder.build(), index }));
  return {
    whole: built.map(({ block }) => block),
    shown: built.filter(({ index }) => index !== undefined).map(({ block }) => withoutCaller(block)),
  };
}

const isHidden = (block: ContentBlock): boolean => isProgramBlock(block) || block.type === "code_execution_tool_result";

/** Calls of the client's tools, and those of MCP tools with their results. */
const ofCalls: ReadonlySet<string> = new Set(["tool_use", "mcp_tool_use", "mcp_tool_result"]);

function withoutCaller(block: ContentBlock): ContentBlock {
  if (!ofCalls.has(block.type)) return block;
  const { caller: _caller, ...rest } = block as ContentBlock & { readonly caller?: unknown };
  return rest as ContentBlock;
}

function withoutPrograms(message: AnswerMessage): AnswerMessage {
  const { container: _container, ...rest } = message;
  return { ...rest, usage: withoutCount(message.usage) } as AnswerMessage;
}

function withoutCount<Counted extends Partial<Usage>>(usage: Counted): Counted {
  const { server_tool_use: counted, ...rest } = usage;
  const { code_execution_requests: _programs, ...others } = (counted ?? {}) as Readonly<Record<string, unknown>>;
  return (Object.keys(others).length === 0 ? rest : { ...rest, server_tool_use: others }) as Counted;
}
