import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatTime } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import type { Notice } from "./findings.ts";

/** Errors and warnings of the latest requests. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }): JSX.Element {
  if (notices.length === 0) return <p class="quiet">None.</p>;
  return (
    <ul class="findings-list">
      {notices.map(({ text, isError, count, trace }) => (
        <li key={text}>
          <Badge tone={isError ? "bad" : "warning"}>{isError ? "error" : "warning"}</Badge> {text}{" "}
          {count > 1 && <span class="numbers">×{count} </span>}
          <a href={placeHash({ page: "flow", chosen: trace.id })}>
            last at <span class="numbers">{formatTime(trace.startedAt)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
