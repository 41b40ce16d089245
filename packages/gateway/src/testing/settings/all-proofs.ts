import { accessProofs } from "./access.ts";
import { capabilityProofs, denyListProofs } from "./capabilities.ts";
import { engineProofs } from "./engine.ts";
import { handlingProofs, routeProofs } from "./handling.ts";
import { limitProofs } from "./limits.ts";
import { policyProofs } from "./policies.ts";
import type { Proof } from "./proof.ts";
import { retryProofs } from "./retries.ts";
import { socketLimitProofs } from "./socket-limits.ts";
import { traceProofs } from "./traces.ts";
import { upstreamProofs } from "./upstreams.ts";

/** Every proof that a setting of the gateway has an effect. */
export const allProofs: readonly Proof[] = [
  ...upstreamProofs,
  ...accessProofs,
  ...limitProofs,
  ...socketLimitProofs,
  ...retryProofs,
  ...traceProofs,
  ...capabilityProofs,
  ...denyListProofs,
  ...routeProofs,
  ...handlingProofs,
  ...engineProofs,
  ...policyProofs,
];

/** Settings whose effect is the command's: see its own proofs. */
export const provenByTheCommand: readonly string[] = ["mcpServers", "trace.log"];

/** `$schema` tells editors which schema the file has. */
export const withoutEffect: readonly string[] = ["$schema"];
