import { clientCallsIn } from "../audit/client-calls.ts";
import type { ControlledRequest } from "../call-control/call-controls.ts";
import type { CallActor, CallControl } from "../contracts/call-control.ts";
import type { MessagesBody, Usage } from "../contracts/inner-form.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import type { Caller } from "./access.ts";
import type { OpenCall } from "./open-call.ts";

/** Who a caller is, for quotas and the audit log. */
export function actorOf({ principal }: Caller): CallActor {
  const { name, key, user, organisation, teams } = principal;
  // The principal's own name has the organisation in front.
  return { name: key ?? user ?? name, key, user, organisation, teams };
}

/**
 * Lets a request in if its quotas allow it, counts what it uses, and audits the calls that the client made since its request before.
 * Returns what controls the calls that the gateway makes for it; undefined if the config has neither quotas nor an audit log.
 */
export async function controlRequest(
  open: OpenCall,
  caller: CallActor & Pick<ControlledRequest, "door">,
  { model, messages }: MessagesBody,
): Promise<CallControl | undefined> {
  const { callControls } = open.state;
  if (callControls === undefined || open.kind !== "messages") return undefined;
  const { trace, redactor } = open;
  const control = callControls.of({ ...caller, id: () => trace.id, model, redactor });
  const { quotas } = callControls;
  if (quotas !== undefined) {
    const subject = { ...caller, model };
    await quotas.admitRequest(subject);
    open.onEnd = (record) => quotas.spend(subject, { tokens: tokensOf(record.usage), cost: costOf(record) });
  }
  // Bodies that are forwarded unchanged may be known only in part.
  trace.later(() => {
    for (const call of clientCallsIn(messages ?? [])) control.record(call);
  });
  return control;
}

function tokensOf(usage: Usage | undefined): number {
  if (usage === undefined) return 0;
  const { input_tokens: input, output_tokens: output } = usage;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  return (input ?? 0) + (output ?? 0) + (read ?? 0) + (written ?? 0);
}

function costOf({ savings }: TraceRecord): number {
  return savings.sent.cost ?? 0;
}
