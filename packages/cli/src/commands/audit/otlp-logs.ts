import type { AuditRecord } from "@toolcrib/gateway";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly doubleValue: number };
}

const severities = {
  info: { severityNumber: 9, severityText: "INFO" },
  warning: { severityNumber: 13, severityText: "WARN" },
} as const;

/** Lines of an audit log as OpenTelemetry's logs: the JSON form of an OTLP request. */
export function otlpLogs(lines: readonly string[]): object {
  return {
    resourceLogs: [
      {
        resource: { attributes: [attribute("service.name", "toolcrib")].flat() },
        scopeLogs: [{ scope: { name: "toolcrib.audit" }, logRecords: lines.map(logRecord) }],
      },
    ],
  };
}

function logRecord(line: string): object {
  const record = JSON.parse(line) as AuditRecord;
  const timeUnixNano = `${Date.parse(record.at)}000000`;
  const severity = "outcome" in record && record.outcome === "ok" ? severities.info : severities.warning;
  return {
    timeUnixNano,
    observedTimeUnixNano: timeUnixNano,
    ...(record.kind === "checkpoint" ? severities.info : severity),
    eventName: `toolcrib.audit.${record.kind}`,
    // Byte for byte, so that the chain can still be verified.
    body: { stringValue: line },
    attributes: attributesOf(record),
  };
}

function attributesOf(record: AuditRecord): readonly Attribute[] {
  const common = attribute("toolcrib.audit.sequence", record.sequence);
  if (record.kind === "lost") return [...common, ...attribute("toolcrib.audit.lost", record.count)];
  if (record.kind === "checkpoint") return [...common, ...attribute("toolcrib.audit.signer", record.signer)];
  if (record.kind === "change") {
    return [
      ...common,
      ...attribute("user.name", record.user ?? record.account),
      ...attribute("toolcrib.organisation", record.organisation),
      ...attribute("toolcrib.key", record.key),
      ...attribute("toolcrib.door", record.door),
      ...attribute("toolcrib.outcome", record.outcome),
      ...attribute("toolcrib.change", JSON.stringify(record.change)),
    ];
  }
  return [
    ...common,
    ...attribute("gen_ai.operation.name", "execute_tool"),
    ...attribute("gen_ai.tool.name", record.tool),
    ...attribute("gen_ai.tool.call.id", record.id),
    ...attribute("user.name", record.user ?? record.account),
    ...attribute("toolcrib.server", record.server),
    ...attribute("toolcrib.key", record.key),
    ...attribute("toolcrib.teams", record.teams?.join(",")),
    ...attribute("toolcrib.door", record.door),
    ...attribute("toolcrib.by", record.by),
    ...attribute("toolcrib.outcome", record.outcome),
    ...attribute("toolcrib.refusal", record.refusal),
    ...attribute("toolcrib.id", record.request),
    ...attribute("toolcrib.arguments.sha256", record.arguments?.sha256),
    ...attribute("toolcrib.milliseconds", record.milliseconds),
  ];
}

function attribute(key: string, value: string | number | undefined): readonly Attribute[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ key, value: { stringValue: value } }];
  return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
}
