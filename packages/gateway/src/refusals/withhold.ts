import type { ContentBlock } from "@toolcrib/core";
import type { TextBlock } from "@toolcrib/core/conversation";
import { isToolSearchBeta } from "@toolcrib/core/engine";
import { isKillSwitchOn } from "@toolcrib/core/settings";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { Route } from "../contracts/route.ts";
import type { RefusedParts, Upstream, UpstreamCall } from "../contracts/upstream.ts";
import { dropField } from "../fields/drop-field.ts";
import { parseFieldPath } from "../fields/field-path.ts";
import type { Capabilities } from "../route/capabilities.ts";
import { holds } from "./locate-field.ts";
import { isNeeded, type Refusal } from "./refusal.ts";
import type { RequestRefusals } from "./request-refusals.ts";
import { hasRole, writtenOnWire } from "./wire-refusals.ts";

/** What decides which parts an upstream does not get. */
export interface WithholdDeps {
  readonly capabilities: Capabilities;
  readonly refusals: RequestRefusals;
}

/** The part of a request that is sent. */
export interface Sent {
  readonly body: MessagesBody;
  readonly betas: readonly string[];
  /** The body in the client's own dialect, if the upstream speaks it. */
  readonly clientBody?: UpstreamCall["clientBody"];
  readonly session?: UpstreamCall["session"];
  readonly loading?: UpstreamCall["loading"];
}

/** What is sent, and what was left out, for display. */
export interface WithheldRequest extends Sent {
  readonly withheld: readonly string[];
  /** What an upstream with a wire format of its own leaves out when it writes the request. */
  readonly refused?: RefusedParts | undefined;
}

/**
 * What an upstream gets of a request: everything except the fields that the operator drops, what the upstream refused
 * recently, the client's billing line for upstreams that do not use it, and, with the kill switch, the beta names of
 * tool search. If none of this applies, body and names are returned unchanged.
 */
export function withhold(
  sent: Sent,
  { upstream, settings, model: routedModel }: Route,
  deps: WithholdDeps,
): WithheldRequest {
  const withheld: string[] = [];
  const model = routedModel ?? sent.body.model;
  const refused = deps.refusals.all();
  let { body } = sent;
  for (const field of upstream.dropFields ?? []) body = without(body, field, withheld);
  for (const { kind, name } of refused) {
    if (kind === "field" && !isNeeded(body, parseFieldPath(name))) body = without(body, name, withheld);
  }
  if (!isFirstParty(upstream, model, deps)) body = withoutBillingLine(body, withheld);
  const wired = refusedOnWire({ ...sent, body }, upstream, refused);
  withheld.push(...wired.withheld);
  const isKilled = isKillSwitchOn(settings);
  const isBetaRefused = (name: string) =>
    refused.some(({ kind, name: known }) => kind === "beta" && (known === "*" || known === name));
  const isWithheld = (name: string) => (isKilled && isToolSearchBeta(name)) || isBetaRefused(name);
  const kept = { body, clientBody: sent.clientBody, session: sent.session, refused: wired.refused, withheld };
  if (!sent.betas.some(isWithheld)) return { ...kept, betas: sent.betas };
  withheld.push(...sent.betas.filter(isWithheld).map((name) => `beta ${name}`));
  return { ...kept, betas: sent.betas.filter((name) => !isWithheld(name)) };
}

/** What an upstream leaves out of its own wire format, and which of it this request would hold. */
function refusedOnWire(
  { body, clientBody, session, loading }: Sent,
  { wire, dropFields = [] }: Upstream,
  refusals: readonly Refusal[],
): { readonly refused?: RefusedParts; readonly withheld: readonly string[] } {
  if (wire === undefined) return { withheld: [] };
  const fields = [...dropFields, ...namesOf(refusals, "wire field")];
  const roles = namesOf(refusals, "role");
  if (fields.length === 0 && roles.length === 0) return { withheld: [] };
  const written = writtenOnWire(wire, { body, clientBody, session, loading });
  const bodies = [written, clientBody];
  const held = fields.filter((field) => bodies.some((given) => holds(given, parseFieldPath(field))));
  const heldRoles = roles.filter((role) => written !== undefined && hasRole(written, role));
  return { refused: { fields, roles }, withheld: [...held, ...heldRoles.map((role) => `role ${role}`)] };
}

function namesOf(refusals: readonly Refusal[], kind: Refusal["kind"]): readonly string[] {
  return refusals.flatMap((refusal) => (refusal.kind === kind ? [refusal.name] : []));
}

/** Whether the upstream is Anthropic's own API. */
export function isFirstParty(
  upstream: Upstream,
  model: string,
  { capabilities }: Pick<WithholdDeps, "capabilities">,
): boolean {
  if (!speaksMessages(upstream)) return false;
  if (capabilities.find(upstream, model)?.provider === "anthropic") return true;
  return upstream.baseUrl !== undefined && /^https?:\/\/api\.anthropic\.com(?:[:/]|$)/i.test(upstream.baseUrl);
}

function without(body: MessagesBody, field: string, withheld: string[]): MessagesBody {
  const dropped = dropField(body, parseFieldPath(field));
  if (dropped !== body) withheld.push(field);
  return dropped;
}

const billingLine = "x-anthropic-billing-header:";

/**
 * Claude Code's billing line for Anthropic differs between conversations and would break the prompt cache at its start.
 */
function withoutBillingLine(body: MessagesBody, withheld: string[]): MessagesBody {
  const { system } = body;
  if (system === undefined || system === null) return body;
  const kept = typeof system === "string" ? withoutLine(system) : withoutLineInBlocks(system);
  if (kept === system) return body;
  withheld.push("the billing line of system");
  const { system: _system, ...rest } = body;
  return kept.length === 0 ? rest : { ...body, system: kept };
}

function withoutLine(text: string): string {
  if (!text.startsWith(billingLine)) return text;
  const end = text.indexOf("\n");
  return end < 0 ? "" : text.slice(end + 1).trimStart();
}

function withoutLineInBlocks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  if (!blocks.some(hasBillingLine)) return blocks;
  return blocks.flatMap((block) => {
    if (!hasBillingLine(block)) return [block];
    const text = withoutLine(block.text);
    return text === "" ? [] : [{ ...block, text }];
  });
}

function hasBillingLine(block: ContentBlock): block is TextBlock {
  const { text } = block as Partial<TextBlock>;
  return block.type === "text" && typeof text === "string" && text.startsWith(billingLine);
}
