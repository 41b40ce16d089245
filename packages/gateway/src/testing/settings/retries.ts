import type { RetriesConfig } from "../../config/gateway-config.ts";
import { question } from "../answering-gateway.ts";
import { createManualTimers } from "./manual-timers.ts";
import type { Proof } from "./proof.ts";
import { withUpstream } from "./proof.ts";

/** The waits of these proofs, in milliseconds; they take no time. */
const waits = [0, 1_500, 2_500, 5_000];

function retrying(
  setting: keyof RetriesConfig,
  rest: RetriesConfig,
  part: Pick<Proof, "shows" | "outcomes" | "replyTo">,
): Proof {
  return {
    ...part,
    setting: `retries.${setting}`,
    config: (value, stage) => withUpstream(stage, { retries: { ...rest, [setting]: value } }),
    timers: () => createManualTimers(waits),
    observe: async ({ post, timers }) => {
      const { sent } = await post(question);
      return { calls: sent.length, waits: timers.started.filter((milliseconds) => waits.includes(milliseconds)) };
    },
  };
}

const overloaded = () => ({ status: 529 });

export const retryProofs: readonly Proof[] = [
  retrying(
    "attempts",
    { firstDelaySeconds: 0 },
    {
      shows: "how often an overloaded upstream is called",
      replyTo: overloaded,
      outcomes: [
        [0, { calls: 1, waits: [] }],
        [2, { calls: 3, waits: [0, 0] }],
      ],
    },
  ),
  retrying(
    "firstDelaySeconds",
    { attempts: 1 },
    {
      shows: "the wait before it is called again",
      replyTo: overloaded,
      outcomes: [
        [1.5, { calls: 2, waits: [1_500] }],
        [2.5, { calls: 2, waits: [2_500] }],
      ],
    },
  ),
  retrying(
    "maxDelaySeconds",
    { attempts: 1, firstDelaySeconds: 4 },
    {
      shows: "the wait where the first delay is longer",
      replyTo: overloaded,
      outcomes: [
        [1.5, { calls: 2, waits: [1_500] }],
        [2.5, { calls: 2, waits: [2_500] }],
      ],
    },
  ),
  retrying(
    "maxRetryAfterSeconds",
    { attempts: 1 },
    {
      shows: "whether an upstream that asks for 5 seconds is waited for",
      replyTo: () => ({ status: 529, headers: { "retry-after": "5" } }),
      outcomes: [
        [4, { calls: 1, waits: [] }],
        [6, { calls: 2, waits: [5_000] }],
      ],
    },
  ),
];
