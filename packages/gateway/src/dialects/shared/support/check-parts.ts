import { GatewayError } from "../../../errors/gateway-error.ts";
import type { DeclaredApi, UpstreamApi } from "./declare.ts";
import { type Finding, findParts } from "./find-parts.ts";

/** What a check of a request's parts leaves to say. */
export interface CheckedParts {
  /** Paths of what is left out. */
  readonly omitted: readonly string[];
  /** Why an upstream of another API could not be given the request; only if the upstream gets the client's own fields. */
  readonly rejection: GatewayError | undefined;
}

interface CheckOptions {
  /** The API of the upstream. Default: the Messages API. */
  readonly upstream?: UpstreamApi | undefined;
  /** Whether the upstream gets the client's own fields too, because it speaks the client's API. */
  readonly isCarried?: boolean | undefined;
  /** Fields of the Messages API that the operator drops for the upstream. */
  readonly dropFields?: readonly string[] | undefined;
}

const maxNamedLength = 64;
const maxOmitted = 32;

/**
 * Rejects by name what cannot be translated for an upstream, and names what is left out. Every rejection of something that the API has
 * comes from here, so `docs/dialects.md`, which is made of the same declarations, lists them all.
 */
export function checkParts(
  body: object,
  api: DeclaredApi,
  { upstream = "messages", isCarried = false, dropFields = [] }: CheckOptions,
): CheckedParts {
  const omitted = new Set<string>();
  let rejection: GatewayError | undefined;
  for (const finding of findParts(body, api, upstream)) {
    const isTop = !/[.[]/.test(finding.path);
    if (api.isOpen === true && (finding.kind === "unknown type" || (finding.kind === "unknown field" && isTop)))
      continue;
    if (finding.kind === "omitted" || (finding.kind === "unknown field" && !isTop)) {
      if (!isCarried && omitted.size < maxOmitted) omitted.add(omittedName(finding));
      continue;
    }
    if (finding.part?.dropName !== undefined && dropFields.includes(finding.part.dropName)) continue;
    if (!isCarried || (finding.kind !== "unknown field" && finding.part?.isCarried !== true)) throw errorOf(finding);
    // A body may have many findings; only the first is reported.
    rejection ??= errorOf(finding);
  }
  return { omitted: [...omitted], rejection };
}

function errorOf({ kind, path, tag, type, note, types = [] }: Finding): GatewayError {
  const param = tag === undefined || tag === "" ? path : `${path}.${tag}`;
  const wireDetails = { param: shortened(param) };
  if (kind === "unknown field") {
    return new GatewayError("unknown_parameter", { field: wireDetails.param }, { wireDetails });
  }
  if (kind === "unknown type") {
    const problem = `expected one of ${types.join(", ")}, got ${JSON.stringify(shortened(type ?? ""))}`;
    return new GatewayError("invalid_parameter", { field: param, problem }, { wireDetails });
  }
  const field = tag === undefined ? path : tag === "" ? `${path} ${type}` : `${path} of ${tag} ${type}`;
  return new GatewayError("unsupported_parameter", { field, reason: note }, { wireDetails });
}

/** The name of an omitted part in a response header, so it must be short and safe: unknown fields can have any name. Fields are named by pattern (`tools[].strict`), parts of an unknown type by position. */
function omittedName({ path, type }: Finding): string {
  const name = type === undefined ? path.replaceAll(/\[\d+\]/g, "[]").replaceAll(/\.\d+(?=\.|$)/g, ".*") : path;
  return shortened(name).replaceAll(/[^\w.[\]*$:-]/g, "?");
}

function shortened(text: string): string {
  return text.length <= maxNamedLength ? text : `${text.slice(0, maxNamedLength)}…`;
}
