import type { Loading } from "@toolcrib/core/loaders";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import type { RefusedParts } from "../../../../../contracts/upstream.ts";
import { checkInnerFields } from "../../../../messages/request/check-inner-fields.ts";
import { createToolNames, type ToolNames } from "../../../../shared/tools/tool-names.ts";
import { cacheKeyField } from "../../../shared/cache-key.ts";
import { writeMessages } from "./chat-messages.ts";
import type { ChatTraits } from "./chat-traits.ts";
import { ClientChat } from "./client-chat.ts";
import { writeClientFields } from "./client-fields.ts";
import { DeferredTools } from "./deferred-tools.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";
import { withoutRefused } from "./refused-fields.ts";
import { writeRequestFields } from "./request-fields.ts";
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
  /** The client's own request, if it speaks this dialect. */
  readonly clientBody?: ChatBody | undefined;
  /** The client's id for its session. */
  readonly session?: string | undefined;
  /** How deferred tools are loaded. */
  readonly loading?: Loading | undefined;
}

/** A request of the inner form on the wire: the same request gives the same bytes. */
export function writeChat(body: MessagesBody, options: WriteOptions): WrittenChat {
  const { traits, refused, clientBody, session } = options;
  const client = clientBody === undefined ? undefined : new ClientChat(clientBody);
  if (client === undefined) checkInnerFields(body, "chat");
  const names = createToolNames();
  const context: MessageContext = {
    upstreamName: options.upstreamName,
    names,
    deferred: new DeferredTools(options.loading, body.tools ?? [], body.messages, names),
    traits,
    callIds: new Map(),
    refusedRoles: refused?.roles ?? [],
    client,
  };
  const messages = writeMessages(body, context);
  const tools = writeToolFields(body, messages, context);
  const streaming = body.stream === true ? { stream: true, stream_options: { include_usage: true } } : {};
  const written =
    client === undefined
      ? {
          model: body.model,
          messages,
          ...tools,
          ...writeRequestFields(body, traits),
          ...cacheKeyField(session),
          ...streaming,
        }
      : writeClientFields(client.body, body, { messages, tools });
  return {
    body: withoutDeveloper(withoutRefused(written, refused), refused),
    names,
    usedIds: context.callIds.keys(),
  };
}

function withoutDeveloper(body: ChatBody, refused: RefusedParts | undefined): ChatBody {
  if (refused?.roles.includes("developer") !== true) return body;
  const messages = (body["messages"] as readonly ChatMessage[]).map((message) =>
    message.role === "developer" ? { ...message, role: "system" } : message,
  );
  return { ...body, messages };
}
