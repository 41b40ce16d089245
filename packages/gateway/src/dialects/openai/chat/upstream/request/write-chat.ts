import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import type { RefusedParts } from "../../../../../contracts/upstream.ts";
import { createToolNames, type ToolNames } from "../../../../ai-sdk/tools/tool-names.ts";
import { writeMessages } from "./chat-messages.ts";
import type { ChatTraits } from "./chat-traits.ts";
import { withoutRefused } from "./refused-fields.ts";
import { checkInnerFields, writeRequestFields } from "./request-fields.ts";
import { writeToolFields } from "./tools.ts";

/** A request on the wire. */
type ChatBody = Readonly<Record<string, unknown>>;

/** A request on the wire, and what its answer needs to know. */
export interface WrittenChat {
  readonly body: ChatBody;
  readonly names: ToolNames;
  /** The ids of the calls of the conversation, as the client knows them. */
  readonly usedIds: Iterable<string>;
}

export interface WriteOptions {
  readonly upstreamName: string;
  readonly traits: ChatTraits;
  readonly refused: RefusedParts | undefined;
}

/** A request of the inner form on the wire: the same request gives the same bytes. */
export function writeChat(body: MessagesBody, { upstreamName, traits, refused }: WriteOptions): WrittenChat {
  checkInnerFields(body);
  const names = createToolNames();
  const callIds = new Map<string, string>();
  const messages = writeMessages(body, { upstreamName, names, traits: traitsWithout(traits, refused), callIds });
  const written = {
    model: body.model,
    messages,
    ...writeToolFields(body, messages, names),
    ...writeRequestFields(body, traits),
    ...(body.stream === true ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return { body: withoutRefused(written, refused), names, usedIds: callIds.keys() };
}

function traitsWithout(traits: ChatTraits, refused: RefusedParts | undefined): ChatTraits {
  return refused?.roles.includes("system") === true ? { ...traits, takesSystemMessagesInPlace: false } : traits;
}
