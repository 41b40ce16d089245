import type { Provider } from "@toolcrib/core/settings";

/** What is known about an upstream or a model. Plain JSON, so that users can write their own. */
export interface CapabilityEntry {
  /** Pattern of the upstream's name in the config; `*` stands for anything. */
  readonly upstream?: string | undefined;
  /** Pattern of the host in its URL. */
  readonly host?: string | undefined;
  /** Pattern of the model's name. */
  readonly model?: string | undefined;
  /** How found tools become callable there: the name of a loader. */
  readonly loader: string;
  /** The same for clients that ask for a search of their upstream's own, such as `openrouter:tool_search`. Default: `loader`. */
  readonly searchLoader?: string | undefined;
  /** For a loader that defers nothing: with more tools than this, they are deferred. */
  readonly maxTools?: number | undefined;
  /** The provider behind it: decides which beta header turns the feature on. */
  readonly provider?: Provider | undefined;
  /** Whether it accepts messages with the role `system` inside the conversation. Default: only if the loader uses references. */
  readonly takesSystemMessages?: boolean | undefined;
  /** The longest answer in tokens. Sent as `max_tokens` to upstreams of the Messages API if the client's dialect needs no limit. */
  readonly maxOutputTokens?: number | undefined;
  /** The source of this knowledge; shown as the reason in the trace. */
  readonly note?: string | undefined;
}
