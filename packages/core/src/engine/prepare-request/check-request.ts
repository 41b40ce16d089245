import { describeValue } from "@toolcrib/shared/errors";
import { isNestedTooDeeply, isRecord, maxNesting } from "@toolcrib/shared/json";
import { providers } from "../../08-wire-fields/betas.ts";
import { CoreError } from "../../errors/core-error.ts";
import { checkTool } from "../../tools/check-tools.ts";
import { type RequestToPrepare, requestKinds } from "./request.ts";

const kinds: ReadonlySet<unknown> = new Set(requestKinds);

/** Throws for a request that cannot be read, apart from its messages, tools and settings, which are checked where they are read. */
export function checkRequest(request: RequestToPrepare): void {
  if (!isRecord(request)) fail("it", "an object", request);
  const { model, system, searchTool, toolChoice, turnsLeft, kind, servers, upstream, deferralCost } = request;
  if (typeof model !== "string") fail("model", "a string", model);
  if (system !== undefined && system !== null && typeof system !== "string" && !Array.isArray(system)) {
    fail("system", "a string or an array of blocks", system);
  }
  if (isNestedTooDeeply(system)) fail("system", `nested less than ${maxNesting} levels deep`, system);
  if (searchTool !== undefined) checkTool(searchTool, -1);
  if (toolChoice !== undefined && toolChoice !== null && !isRecord(toolChoice)) {
    fail("toolChoice", "an object", toolChoice);
  }
  if (turnsLeft !== undefined && typeof turnsLeft !== "number") fail("turnsLeft", "a number", turnsLeft);
  if (kind !== undefined && !kinds.has(kind)) fail("kind", `one of ${[...kinds].join(", ")}`, kind);
  if (upstream !== undefined) checkUpstream(upstream);
  const isServer = (server: unknown): boolean => isRecord(server) && typeof server["name"] === "string";
  if (servers !== undefined && !(Array.isArray(servers) && servers.every(isServer))) {
    fail("servers", "an array of servers with names", servers);
  }
  if (deferralCost !== undefined && !isRecord(deferralCost)) fail("deferralCost", "an object", deferralCost);
  for (const field of ["betas", "sentBetas"] as const) {
    const names = request[field];
    const isList = Array.isArray(names) && names.every((name) => typeof name === "string");
    if (names !== undefined && !isList) fail(field, "an array of texts", names);
  }
}

function checkUpstream(upstream: unknown): void {
  if (!isRecord(upstream)) fail("upstream", "an object", upstream);
  const { provider, baseUrl } = upstream as Readonly<Record<string, unknown>>;
  if (provider !== undefined && !(providers as readonly unknown[]).includes(provider)) {
    fail("upstream.provider", `one of ${providers.join(", ")}`, provider);
  }
  if (baseUrl !== undefined && typeof baseUrl !== "string") fail("upstream.baseUrl", "a string", baseUrl);
}

function fail(field: string, expected: string, received: unknown): never {
  throw new CoreError("invalid_request", { field, expected, received: describeValue(received) });
}
