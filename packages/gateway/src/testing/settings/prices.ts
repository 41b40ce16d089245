import type { PricesConfig } from "../../config/gateway-config.ts";
import type { ModelPrice } from "../../contracts/savings.ts";
import type { AdminApiSavings } from "../../contracts/savings-api.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";

const asOf = "2026-01-31";
const unpriced: ModelPrice = { models: ["m"], input: 0, output: 0, cacheRead: 0, cacheWritten: 0 };
const usage = {
  input_tokens: 1_000_000,
  output_tokens: 2_000_000,
  cache_read_input_tokens: 3_000_000,
  cache_creation_input_tokens: 4_000_000,
  cache_creation: { ephemeral_5m_input_tokens: 3_000_000, ephemeral_1h_input_tokens: 1_000_000 },
};

/** The cost of a call with this usage; null if it has none. */
async function costOfCall({ post }: RunningGateway, model = "m"): Promise<number | null> {
  const { trace } = await post({ model, max_tokens: 10, messages: [{ role: "user", content: "Hi" }] });
  return trace?.savings.sent.cost ?? null;
}

function pricing(
  setting: string,
  outcomes: Proof["outcomes"],
  prices: (value: never) => PricesConfig,
  observe: Proof["observe"] = (run) => costOfCall(run),
): Proof {
  return {
    setting: `prices.${setting}`,
    shows: "the cost of a call",
    outcomes,
    config: (value, stage) => withUpstream(stage, { prices: prices(value) }),
    replyTo: ({ body }) => ({
      json: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: body.model,
        content: [{ type: "text", text: "Hello" }],
        stop_reason: "end_turn",
        stop_sequence: null,
        usage,
      },
    }),
    observe,
  };
}

/** A proof about a field of an entry. */
function entry(field: keyof ModelPrice, outcomes: Proof["outcomes"]): Proof {
  return pricing(`models[].${field}`, outcomes, (value) => ({ asOf, models: [{ ...unpriced, [field]: value }] }));
}

const manyTools = [{ name: "Bash" }, { name: "mcp__shop__order" }, { name: "mcp__shop__label" }].map((tool) => ({
  ...tool,
  input_schema: { type: "object" },
}));

/** How many conversations of twenty go without deferral. */
export const comparisonProof: Proof = {
  setting: "comparison.withoutDeferral",
  shows: "how many of twenty conversations have all their tools in the prompt",
  outcomes: [
    [0, 0],
    [0.3, 4],
    [1, 20],
  ],
  config: (withoutDeferral, stage) =>
    withUpstream(stage, { inject: "always", loader: "bridge", comparison: { withoutDeferral } }),
  observe: async ({ post }) => {
    let loaded = 0;
    for (let number = 0; number < 20; number++) {
      const messages = [{ role: "user", content: `Conversation ${number}` }];
      const { sent } = await post({ model: "m", max_tokens: 1_000, messages, tools: manyTools });
      if (sent[0]?.body.tools?.some(({ name }) => name === "mcp__shop__order") === true) loaded++;
    }
    return loaded;
  },
};

export const priceProofs: readonly Proof[] = [
  entry("input", [
    [0, 0],
    [1, 1],
  ]),
  entry("output", [
    [0, 0],
    [1, 2],
  ]),
  entry("cacheRead", [
    [0, 0],
    [1, 3],
  ]),
  entry("cacheWritten", [
    [0, 0],
    [1, 4],
  ]),
  entry("cacheWrittenOneHour", [
    [0, 0],
    [1, 1],
  ]),
  entry("maxPromptTokens", [
    [7_999_999, null],
    [8_000_000, 0],
  ]),
  pricing(
    "models[].models[]",
    [
      [["other"], null],
      [["m*"], 0],
    ],
    (models) => ({ asOf, models: [{ ...unpriced, models }] }),
  ),
  pricing(
    "asOf",
    [
      [asOf, asOf],
      ["2026-02-01", "2026-02-01"],
    ],
    (value) => ({ asOf: value, models: [] }),
    async ({ get }) => ((await (await get("/admin/savings")).json()) as AdminApiSavings).prices.asOf,
  ),
  pricing(
    "replaceBuiltIn",
    [
      [false, true],
      [true, false],
    ],
    (replaceBuiltIn) => ({ asOf, models: [], replaceBuiltIn }),
    async (run) => (await costOfCall(run, "claude-sonnet-4-5")) !== null,
  ),
];
