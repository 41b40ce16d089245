import type { TraceRecord } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";

/** `3 of 37 tools`; `1 tool + 1 of ours` if the gateway added its own, and more went up than came. */
export function toolWords({ sent, received }: Pick<TraceRecord["tools"], "sent" | "received">): string {
  if (received === 0 && sent === 0) return "no tools";
  if (sent > received) return `${formatCountOf(received, "tool")} + ${formatCount(sent - received)} of ours`;
  if (sent === received) return formatCountOf(sent, "tool");
  return `${formatCount(sent)} of ${formatCountOf(received, "tool")}`;
}
