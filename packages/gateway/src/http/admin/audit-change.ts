import type { Principal } from "@toolcrib/store";
import type { CallControls } from "../../call-control/call-controls.ts";
import type { AuditedChange } from "../../contracts/audit.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { AccessChange } from "../../identity/access-change.ts";

/** Makes a change, and records it in the audit log, made or refused. */
export async function auditChange<Outcome>(
  controls: CallControls | undefined,
  principal: Principal,
  { organisation, ...change }: AccessChange,
  make: () => Promise<Outcome>,
): Promise<Outcome> {
  const record = (outcome: AuditedChange["outcome"], refusal?: string): void =>
    controls?.recordChange({
      door: "admin",
      organisation,
      ...actorIn(organisation, principal),
      change,
      outcome,
      refusal,
    });
  try {
    const made = await make();
    record("ok");
    return made;
  } catch (error) {
    if (error instanceof GatewayError) record("refused", error.code);
    throw error;
  }
}

/** Who makes a change, as the organisation that is changed knows them. */
function actorIn(changed: string, { key, user, organisation }: Principal): Pick<AuditedChange, "key" | "user"> {
  const known = (name: string | undefined): string | undefined =>
    name === undefined || organisation === undefined || organisation === changed ? name : `${organisation}/${name}`;
  return { key: known(key), user: known(user) };
}
