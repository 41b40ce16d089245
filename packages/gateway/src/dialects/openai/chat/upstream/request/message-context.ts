import type { ToolNames } from "../../../../shared/tools/tool-names.ts";
import type { ChatTraits } from "./chat-traits.ts";
import type { ClientChat } from "./client-chat.ts";
import type { DeferredTools } from "./deferred-tools.ts";

/** A message on the wire. */
export type ChatMessage = Readonly<Record<string, unknown>> & { readonly role: string };

/** What the translation of one conversation needs to know. */
export interface MessageContext {
  readonly upstreamName: string;
  readonly names: ToolNames;
  readonly traits: ChatTraits;
  /** The ids of the calls so far: the upstream's, by the ones that the client knows. */
  readonly callIds: Map<string, string>;
  readonly deferred: DeferredTools;
  /** Roles that the server has refused. */
  readonly refusedRoles: readonly string[];
  /** The client's own request, if it speaks this dialect. */
  readonly client?: ClientChat | undefined;
}
