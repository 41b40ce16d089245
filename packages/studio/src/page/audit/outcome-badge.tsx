import type { AuditRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";

const tones = { ok: "good", error: "bad", refused: "warning" } as const;

/** How a call or a change ended; nothing for other lines. */
export function OutcomeBadge({ record }: { readonly record: AuditRecord }): JSX.Element | null {
  if (record.kind !== "call" && record.kind !== "change") return null;
  const { outcome, refusal } = record;
  return (
    <Badge tone={tones[outcome]}>
      {outcome}
      {record.kind === "call" && refusal !== undefined && `: ${refusal}`}
    </Badge>
  );
}
