import type { TraceRecord } from "@toolcrib/gateway";

/** A conversation that plays with no traffic at all. */
export interface Sample {
  readonly name: string;
  readonly title: string;
  /** Who searches in it, and what to look at. */
  readonly explanation: string;
  readonly read: () => Promise<readonly TraceRecord[]>;
}

/** One for each way in which tools are found. */
export const samples: readonly Sample[] = [];
