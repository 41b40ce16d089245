import type { Check } from "../check/check.ts";
import { probeQuestion, probeTool } from "./probe.ts";

/** Asks the upstream, and returns whether it accepted the request, with its message. */
export type AskUpstream = (body: object) => Promise<{ readonly isAccepted: boolean; readonly says: string }>;

/** A field that current clients send, and a small request with it. */
interface ProbedField {
  readonly path: string;
  readonly body: object;
}

const probedFields: readonly ProbedField[] = [
  { path: "output_config", body: { messages: [probeQuestion], output_config: { effort: "low" } } },
  { path: "context_management", body: { messages: [probeQuestion], context_management: { edits: [] } } },
  { path: "tools.*.eager_input_streaming", body: withTool({ eager_input_streaming: true }) },
  { path: "tools.*.input_examples", body: withTool({ input_examples: [{}] }) },
  { path: "tools.*.strict", body: withTool({ strict: true }) },
];

/** Which fields of newer clients an upstream accepts. The gateway learns this on its own; a config that names them saves a retry. */
export async function probeFields(ask: AskUpstream): Promise<Check> {
  const subject = "upstream fields";
  const rejected: { readonly path: string; readonly says: string }[] = [];
  for (const { path, body } of probedFields) {
    const { isAccepted, says } = await ask(body);
    if (!isAccepted) rejected.push({ path, says });
  }
  if (rejected.length === 0) return { subject, state: "ok", says: `accepts ${listPaths(probedFields)}` };
  const paths = JSON.stringify(rejected.map(({ path }) => path));
  return {
    subject,
    state: "note",
    says: `rejects ${listPaths(rejected)}: ${rejected[0]?.says}`,
    fix: `The gateway repeats a rejected request without these fields. To avoid the first attempt, set "dropFields": ${paths} on the upstream in toolcrib.json.`,
  };
}

function withTool(fields: object): object {
  return { messages: [probeQuestion], tools: [{ ...probeTool, ...fields }] };
}

function listPaths(fields: readonly { readonly path: string }[]): string {
  return fields.map(({ path }) => path).join(", ");
}
