import type { PolicyRule } from "@toolcrib/core/policy";
import type { ServerPool } from "../pool/server-pool.ts";
import type { FrontCallControl } from "./front-call-control.ts";
import type { FrontLearning } from "./front-learning.ts";
import type { FrontPool } from "./front-pool.ts";

/** Servers that only one user reaches, with the user's own login. */
export interface FrontUserServers {
  readonly pool: FrontPool & Pick<ServerPool, "start" | "subscribe">;
}

/** The user of the front, if the embedding program knows it. */
export interface FrontCaller {
  /** Distinguishes callers: a session serves only the caller that opened it. */
  readonly id: string;
  /** The caller's rules, called for every request; returns the same list as long as they do not change. */
  policy(): readonly PolicyRule[];
  /** Learns from this caller's calls; undefined if nothing is to be learned. Called for every search and call. */
  learning?(): FrontLearning | undefined;
  /** The servers of this user only, besides those of the front. Called for every request; returns the same object while they are open. */
  servers?(): FrontUserServers | undefined;
  /** Counts and audits this caller's calls. Called for every call. */
  callControl?(): FrontCallControl | undefined;
}
