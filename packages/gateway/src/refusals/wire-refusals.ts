import { isRecord } from "@toolcrib/shared/json";
import type { WireFormat, WrittenCall } from "../contracts/upstream.ts";
import { parseFieldPath } from "../fields/field-path.ts";
import { holds, locateField } from "./locate-field.ts";
import { namedFields } from "./named-fields.ts";
import type { Refusal } from "./refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request in a wire format that is not the inner form. */
export interface WrittenWire {
  /** Undefined for a request that cannot be translated, so that it never went up. */
  readonly written: Fields | undefined;
  /** What goes up instead where the client's bytes are forwarded. */
  readonly clientBody?: Fields | undefined;
  readonly format: WireFormat;
}

export function writtenOnWire(wire: WireFormat, call: WrittenCall): Fields | undefined {
  try {
    return wire.write(call);
  } catch {
    return undefined;
  }
}

/** What an answer refuses of what went over the wire. */
export function readWireRefusals(
  message: string,
  { written, clientBody = {}, format }: WrittenWire,
): readonly Refusal[] {
  if (written === undefined) return [];
  const meant = (format.meantBy?.(message) ?? []).filter((name) => holds(written, parseFieldPath(name)));
  if (meant.length > 0) return meant.map((name) => ({ kind: "wire field", name }));
  const role = refusedRole(message, written);
  if (role !== undefined) return [{ kind: "role", name: role }];
  return namedFields(message).flatMap((named): readonly Refusal[] => {
    const paths = [written, clientBody].map((body) => locateField(body, named));
    const refused = paths.find((path) => path !== undefined && format.canOmit(path));
    return refused === undefined ? [] : [{ kind: "wire field", name: refused.join(".") }];
  });
}

/** Whether a request has a message of this role; a system message at the beginning is taken everywhere. */
export function hasRole({ messages }: Fields, role: string): boolean {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.some(
    (message, position) => isRecord(message) && message["role"] === role && (role !== "system" || position > 0),
  );
}

/** The words that servers have for a role they do not know. */
const developerWords =
  /(?:unexpected|unknown|invalid|unsupported)[\w :'"`]{0,40}\bdeveloper\b|\bdeveloper\b['"`]? (?:is not|role is not|not in)|unknown variant ['"`]?developer/i;
/** The words of servers, or of their models' templates, for a system message that is not the first. */
const systemWords =
  /system (?:message|prompt|role)[\w '"`]{0,40}(?:must|should|only)[\w '"`]{0,30}(?:beginning|first|start)|unexpected role ['"`]?system|only (?:one|the first)[\w '"`]{0,20} system message/i;

function refusedRole(message: string, written: Fields): "developer" | "system" | undefined {
  if (hasRole(written, "developer") && developerWords.test(message)) return "developer";
  return hasRole(written, "system") && systemWords.test(message) ? "system" : undefined;
}
