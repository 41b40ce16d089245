import type { TraceRecord } from "../../src/contracts/trace.ts";
import type { MeasuredRequest } from "../measure/prefix-by-conversation.ts";
import type { ScriptedUpstream } from "../upstream/start-upstream.ts";
import type { Scenario } from "./client.ts";
import type { Exchange } from "./record-wire.ts";

/** What was seen of a scenario from all sides. */
export interface ObservedScenario {
  readonly scenario: Scenario;
  readonly upstream: Pick<ScriptedUpstream, "said" | "refused" | "problems" | "bodies">;
  readonly traces: readonly TraceRecord[];
  /** Requests of the client and answers of the gateway. */
  readonly exchanges: readonly Exchange[];
  readonly measured: readonly MeasuredRequest[];
  /** For each turn the index of its first request in `measured`. */
  readonly firstOfTurn: readonly number[];
}
