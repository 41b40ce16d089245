import type { PolicyRule } from "@toolcrib/core/policy";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { tool } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { callOnce, type ReplyTo } from "./scripted-upstream.ts";

const key = createApiKey();
const forecast = "mcp__weather__forecast";
const note = "write_note";
const request = {
  ...question,
  max_tokens: 1_000,
  tools: [tool("Bash"), tool(note, { annotations: { destructiveHint: true } }), tool(forecast)],
};
const headers = { "toolcrib-key": key.key, "user-agent": "some-agent/1.0" };

/** Where rules stand. */
const places: readonly { readonly at: string; readonly put: (rule: PolicyRule) => GatewayConfig }[] = [
  { at: "settings", put: (rule) => ({ settings: { policy: [rule] } }) },
  { at: "routes[].settings", put: (rule) => ({ routes: [{ model: "*", settings: { policy: [rule] } }] }) },
  { at: "keys[]", put: (rule) => ({ keys: [{ name: "someone", sha256: key.sha256, policy: [rule] }] }) },
];

interface RuleProof {
  readonly field: keyof PolicyRule | "arguments{}";
  readonly shows: string;
  readonly rule: (value: never) => PolicyRule;
  readonly observe: (run: RunningGateway) => Promise<unknown>;
  readonly outcomes: Proof["outcomes"];
  readonly alike?: string;
  readonly replyTo?: ReplyTo;
}

/** Where the request's tools went: in the prompt, deferred, or nowhere. */
async function whereTools({ post }: RunningGateway): Promise<unknown> {
  const { trace, sent } = await post(request, headers);
  const names = sent.at(-1)?.body.tools?.map(({ name }) => name) ?? [];
  const inPrompt = [note, forecast].filter((name) => names.includes(name));
  return { inPrompt, deferred: trace?.tools.deferred };
}

const untouched = { inPrompt: [note], deferred: 1 };
const without = (name: string) => ({
  inPrompt: [note].filter((known) => known !== name),
  deferred: name === note ? 1 : 0,
});

const ruleProofs: readonly RuleProof[] = [
  {
    field: "action",
    shows: "where the tools of a server go, which are deferred by themselves",
    alike: "deny is another word for hide",
    rule: (action) => ({ action, name: "*o*e*" }),
    observe: whereTools,
    outcomes: [
      ["pin", { inPrompt: [note, forecast], deferred: 0 }],
      ["defer", { inPrompt: [], deferred: 2 }],
      ["hide", { inPrompt: [], deferred: 0 }],
      ["deny", { inPrompt: [], deferred: 0 }],
    ],
  },
  {
    field: "name",
    shows: "which tool is hidden",
    rule: (name) => ({ action: "hide", name }),
    observe: whereTools,
    outcomes: [
      [note, without(note)],
      ["mcp__*", without(forecast)],
      ["nothing", untouched],
    ],
  },
  {
    field: "server",
    shows: "whether the server's tool is hidden",
    rule: (server) => ({ action: "hide", server }),
    observe: whereTools,
    outcomes: [
      ["weather", without(forecast)],
      ["other", untouched],
    ],
  },
  {
    field: "annotation",
    shows: "whether the tool with the annotation is hidden",
    rule: (annotation) => ({ action: "hide", annotation }),
    observe: whereTools,
    outcomes: [
      ["destructiveHint", without(note)],
      ["readOnlyHint", untouched],
    ],
  },
  {
    field: "client",
    shows: "whether the rule holds for the client",
    rule: (client) => ({ action: "hide", name: note, client }),
    observe: whereTools,
    outcomes: [
      ["some-*", without(note)],
      ["other-*", untouched],
    ],
  },
  {
    field: "arguments{}",
    shows: "whether the client is asked to make the model's call",
    replyTo: callOnce(note, { city: "Oslo" }),
    rule: (values) => ({ action: "deny", name: note, arguments: values }),
    observe: async ({ post }) => (await post(request, headers)).answer.stop_reason,
    outcomes: [
      [{ city: "Oslo" }, "end_turn"],
      [{ city: "Bergen" }, "tool_use"],
    ],
  },
];

export const policyProofs: readonly Proof[] = places.flatMap(({ at, put }) =>
  ruleProofs.map(({ field, rule, ...proof }) => ({
    ...proof,
    setting: `${at}.policy[].${field}`,
    config: (value: never, stage) => ({ ...withUpstream(stage, { inject: "always" }), ...put(rule(value)) }),
  })),
);
