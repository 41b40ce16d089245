import type { Check } from "./check.ts";

/** Asks the upstream, and says whether it took the request and what it said if not. */
export type AskUpstream = (body: object) => Promise<{ readonly isFine: boolean; readonly says: string }>;

/** A field that clients of today send, and a small request that holds it. */
interface ProbedField {
  readonly path: string;
  readonly body: object;
}

const question = { role: "user", content: "Say yes." };
const tool = { name: "probe_now", description: "Tells the time.", input_schema: { type: "object", properties: {} } };

const probedFields: readonly ProbedField[] = [
  { path: "output_config", body: { messages: [question], output_config: { effort: "low" } } },
  { path: "context_management", body: { messages: [question], context_management: { edits: [] } } },
  { path: "tools.*.eager_input_streaming", body: withTool({ eager_input_streaming: true }) },
  { path: "tools.*.input_examples", body: withTool({ input_examples: [{}] }) },
  { path: "tools.*.strict", body: withTool({ strict: true }) },
];

/** Which fields of newer clients an upstream takes. The gateway learns this by itself; naming the fields spares it the detour. */
export async function probeFields(ask: AskUpstream): Promise<Check> {
  const subject = "upstream fields";
  const refused: { readonly path: string; readonly says: string }[] = [];
  for (const { path, body } of probedFields) {
    const { isFine, says } = await ask(body);
    if (!isFine) refused.push({ path, says });
  }
  if (refused.length === 0) return { subject, state: "ok", says: `takes ${listPaths(probedFields)}` };
  return {
    subject,
    state: "note",
    says: `refuses ${listPaths(refused)}: ${refused[0]?.says}`,
    fix: `The gateway leaves out what was refused and sends the request again. To spare it the first try: "dropFields": ${JSON.stringify(refused.map(({ path }) => path))} on the upstream in toolcrib.json.`,
  };
}

function withTool(fields: object): object {
  return { messages: [question], tools: [{ ...tool, ...fields }] };
}

function listPaths(fields: readonly { readonly path: string }[]): string {
  return fields.map(({ path }) => path).join(", ");
}
