import type { AuditRecord } from "@toolcrib/gateway";
import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "../parts/copy-button.tsx";
import { formatMilliseconds } from "../parts/format.ts";
import { JsonView } from "../parts/json-view.tsx";
import { placeHash } from "../studio/routes.ts";
import type { AuditLine } from "./audit-lines.ts";
import { describeChange } from "./describe-change.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const ranBy = { gateway: "the gateway", client: "the client" } as const;

export interface LineDetailsProps {
  readonly line: AuditLine | undefined;
  /** Whether requests can be looked at, too. */
  readonly canSeeRequests: boolean;
}

/** Everything that a line says. */
export function LineDetails({ line, canSeeRequests }: LineDetailsProps): JSX.Element {
  if (line === undefined) {
    return (
      <section class="panel details" aria-label="Line">
        <p class="quiet">Choose a line to see who made the call, with which arguments, and how it ended.</p>
      </section>
    );
  }
  const { record, text } = line;
  return (
    <section class="panel details" aria-label="Line">
      <div class="line-title">
        <h2 class={record.kind === "call" ? "mono details-title" : "details-title"}>{titleOf(record)}</h2>
        <OutcomeBadge record={record} />
      </div>
      <dl class="line-facts">
        {factsOf(record, canSeeRequests).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {record.kind === "change" && <JsonView key={record.sequence} value={record.change} openLevels={3} />}
      {record.kind === "call" && record.arguments?.value !== undefined && (
        <div class="details-body">
          <h3>Arguments</h3>
          <JsonView key={record.sequence} value={record.arguments.value} openLevels={3} />
        </div>
      )}
      <p>
        <CopyButton label="Copy line" text={() => text} />
      </p>
    </section>
  );
}

function titleOf(record: AuditRecord): string {
  if (record.kind === "call") return record.tool;
  if (record.kind === "change") return describeChange(record);
  return record.kind === "lost" ? "Calls that could not be written" : "Checkpoint";
}

type Fact = readonly [name: string, value: ComponentChildren];

function factsOf(record: AuditRecord, canSeeRequests: boolean): readonly Fact[] {
  const own = record.kind === "call" ? callFacts(record, canSeeRequests) : otherFacts(record);
  const facts: readonly Fact[] = [
    ["Time", timeOf(record.at)],
    ...own,
    ["Line", record.sequence],
    ["Line before", <Hash key="previous" text={record.previous} />],
  ];
  return facts.filter(([, value]) => value !== undefined && value !== "");
}

function callFacts(record: Extract<AuditRecord, { kind: "call" }>, canSeeRequests: boolean): readonly Fact[] {
  const { server, request, milliseconds, by, door, arguments: given } = record;
  return [
    ["Server", server],
    ...whoFacts(record),
    ["Teams", record.teams?.join(", ")],
    ["Came in at", door],
    ["Ran by", ranBy[by]],
    ["Took", milliseconds === undefined ? undefined : formatMilliseconds(milliseconds)],
    [
      "Request",
      canSeeRequests && request.startsWith("req_") ? (
        <a class="mono" href={placeHash({ page: "flow", chosen: request })}>
          {request}
        </a>
      ) : (
        <span class="mono">{request}</span>
      ),
    ],
    ["Arguments", given === undefined ? undefined : <Hash text={given.sha256} />],
  ];
}

function otherFacts(record: Exclude<AuditRecord, { kind: "call" }>): readonly Fact[] {
  switch (record.kind) {
    case "change":
      return [...whoFacts(record), ["Made with", record.door], ["Refused as", record.refusal]];
    case "lost":
      return [["Calls", record.count]];
    case "checkpoint":
      return [["Signed by", record.signer ?? "nobody: the gateway has no key"]];
  }
}

function whoFacts({
  user,
  key,
  account,
  organisation,
}: Extract<AuditRecord, { kind: "call" | "change" }>): readonly Fact[] {
  return [
    ["User", user],
    ["Key", key],
    ["Account", account],
    ["Organisation", organisation],
  ];
}

function Hash({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="mono" title={text}>
      {text.slice(0, 16)}…
    </span>
  );
}

function timeOf(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : timeFormat.format(date);
}
