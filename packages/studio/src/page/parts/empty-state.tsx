import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";

/** The placeholder for an empty view: what it will show, and what to do. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty-state">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** How to send traffic: commands with this gateway's own URL. */
export function SendTraffic(): JSX.Element {
  const address = globalThis.location?.origin ?? "http://127.0.0.1:8788";
  const command = `ENABLE_TOOL_SEARCH=true ANTHROPIC_BASE_URL=${address} claude`;
  return (
    <div class="hint">
      <p>Point a client at this gateway:</p>
      <div class="command-line">
        <pre class="command">{command}</pre>
        <CopyButton label="Copy" text={() => command} />
      </div>
      <p>
        <code>ENABLE_TOOL_SEARCH=true</code> keeps tool search on: some versions of Claude Code turn it off on other
        hosts. For another model than Anthropic's, <code>toolcrib serve</code> prints the whole line, with{" "}
        <code>ANTHROPIC_AUTH_TOKEN</code> and <code>ANTHROPIC_MODEL</code>. For an SDK, set <code>{address}</code> as
        its base URL.
      </p>
    </div>
  );
}
