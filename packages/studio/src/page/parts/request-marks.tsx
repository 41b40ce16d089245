import type { TraceRecord } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatShare } from "./format.ts";
import { Icon, type IconName } from "./icon.tsx";
import type { Kind } from "./kind.ts";

interface MarkProps {
  readonly kind: Kind;
  readonly icon: IconName;
  readonly text: string;
  /** For screen readers and as a tooltip. */
  readonly meaning: string;
}

function Mark({ kind, icon, text, meaning }: MarkProps): JSX.Element {
  return (
    <span class={`mark kind-${kind}`} title={meaning}>
      <Icon name={icon} />
      <span aria-hidden="true">{text}</span>
      <span class="hidden-text">{meaning}</span>
    </span>
  );
}

/** What a request did: searches, calls, what came from the cache. Nothing is shown for what did not happen. */
export function RequestMarks({ trace }: { readonly trace: TraceRecord }): JSX.Element {
  const searches = trace.searches.length;
  const misses = trace.searches.filter(({ hits }) => hits.length === 0).length;
  const calls = trace.toolCalls.length + (trace.clientCalls?.length ?? 0);
  const cached = cachedOf(trace);
  return (
    <span class="marks">
      {searches > misses && (
        <Mark
          kind="search"
          icon="search"
          text={String(searches - misses)}
          meaning={formatCountOf(searches - misses, "search", "searches")}
        />
      )}
      {misses > 0 && (
        <Mark
          kind="error"
          icon="miss"
          text={String(misses)}
          meaning={formatCountOf(misses, "search without a result", "searches without a result")}
        />
      )}
      {calls > 0 && <Mark kind="call" icon="call" text={String(calls)} meaning={formatCountOf(calls, "call")} />}
      {cached !== undefined && (
        <Mark kind="cache" icon="cache" text={cached} meaning={`${cached} of the prompt from the cache`} />
      )}
    </span>
  );
}

function cachedOf({ usage }: TraceRecord): string | undefined {
  const read = usage?.cache_read_input_tokens ?? 0;
  if (usage === undefined || read === 0) return undefined;
  return formatShare(read, read + (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0));
}
