import { accessProofs } from "./access.ts";
import { callControlProofs } from "./call-control.ts";
import { capabilityProofs, denyListProofs } from "./capabilities.ts";
import { engineProofs } from "./engine.ts";
import { gateProofs } from "./engine-gate.ts";
import { handlingProofs, routeProofs } from "./handling.ts";
import { learningProofs } from "./learning.ts";
import { limitProofs } from "./limits.ts";
import { oidcProofs } from "./oidc.ts";
import { policyProofs } from "./policies.ts";
import { comparisonProof, priceProofs } from "./prices.ts";
import type { Proof } from "./proof.ts";
import { retryProofs } from "./retries.ts";
import { skillProofs } from "./skills.ts";
import { socketLimitProofs } from "./socket-limits.ts";
import { storeProofs } from "./store.ts";
import { traceProofs } from "./traces.ts";
import { upstreamProofs } from "./upstreams.ts";
import { sharedUpstreamProofs } from "./upstreams-of-each-dialect.ts";

/** Every proof that a setting of the gateway has an effect. */
export const allProofs: readonly Proof[] = [
  ...sharedUpstreamProofs,
  ...upstreamProofs,
  ...accessProofs,
  ...oidcProofs,
  ...limitProofs,
  ...socketLimitProofs,
  ...retryProofs,
  ...traceProofs,
  ...priceProofs,
  comparisonProof,
  ...capabilityProofs,
  ...denyListProofs,
  ...routeProofs,
  ...handlingProofs,
  ...gateProofs,
  ...engineProofs,
  ...policyProofs,
  ...skillProofs,
  ...learningProofs,
  ...storeProofs,
  ...callControlProofs,
];

/** `$schema` tells editors which schema the file has. */
export const withoutEffect: readonly string[] = ["$schema"];
