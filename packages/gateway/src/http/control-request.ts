import { clientCallsIn } from "../audit/client-calls.ts";
import type { ControlledRequest } from "../call-control/call-controls.ts";
import type { CallActor } from "../contracts/call-control.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import type { Caller } from "./access.ts";
import type { OpenCall } from "./open-call.ts";

/** Who a caller is, for quotas and the audit log. */
export function actorOf({ principal }: Caller): CallActor {
  const { name, key, user, organisation, teams } = principal;
  // The principal's own name has the organisation in front.
  return { name: key ?? user ?? name, key, user, organisation, teams };
}

/** What controls a request: its quotas, and the calls that the gateway makes for it. */
export type RequestControl = Pick<ClientRequest, "callControl" | "admit">;

/** Lets requests in, once each. */
export class Admissions {
  readonly #open: OpenCall;
  readonly #caller: CallActor;
  #admitted: { readonly model: string; readonly done: Promise<void> } | undefined;

  constructor(open: OpenCall, caller: CallActor) {
    this.#open = open;
    this.#caller = caller;
  }

  /** Reads the counts and counts the request, or rejects. Whoever calls first may not wait for it, so nothing is unhandled. */
  admit(model: string): Promise<void> {
    if (this.#admitted?.model === model) return this.#admitted.done;
    const done = this.#admit(model);
    done.catch(() => {});
    this.#admitted = { model, done };
    return done;
  }

  async #admit(model: string): Promise<void> {
    const quotas = this.#open.state.callControls?.quotas;
    if (quotas === undefined || this.#open.kind !== "messages") return;
    const subject = { ...this.#caller, model };
    await quotas.admitRequest(subject);
    this.#open.onEnd = (record) => quotas.spend(subject, usedBy(record));
  }
}

/**
 * Audits the calls that the client made since its request before, once the request is let in. Returns what controls the request; nothing
 * if the config has neither quotas nor an audit log.
 */
export function controlRequest(
  open: OpenCall,
  caller: CallActor & Pick<ControlledRequest, "door">,
  { model, messages }: MessagesBody,
  admissions: Admissions,
): RequestControl {
  const { callControls } = open.state;
  if (callControls === undefined || open.kind !== "messages") return {};
  const { trace, redactor } = open;
  const callControl = callControls.of({ ...caller, id: () => trace.id, model, redactor });
  // Bodies that are forwarded unchanged may be known only in part.
  const audit = (): void =>
    trace.later(() => {
      for (const call of clientCallsIn(messages ?? [])) callControl.record(call);
    });
  if (callControls.quotas === undefined) {
    audit();
    return { callControl };
  }
  let admitted: Promise<void> | undefined;
  const admit = (): Promise<void> => {
    admitted ??= admissions.admit(model).then(audit);
    return admitted;
  };
  return { callControl, admit };
}

/** All model calls, as far as they came: what their upstreams did not count is estimated. */
export function usedBy({ savings: { sent } }: TraceRecord): { readonly tokens: number; readonly cost: number } {
  return { tokens: sent.promptTokens + sent.tokens.output, cost: sent.cost ?? 0 };
}
