import { createAuditKeys } from "../../audit/audit-keys.ts";
import type { AuditConfig } from "../../config/gateway-config.ts";
import type { AuditRecord } from "../../contracts/audit.ts";
import type { QuotaConfig } from "../../contracts/quota.ts";
import type { ToolsetServers } from "../../contracts/toolset.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { question } from "../answering-gateway.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { callOnce, hello } from "./scripted-upstream.ts";

const start = Date.parse("2026-06-15T10:20:30Z");
const day = 86_400_000;

/** A server with one tool, and a request that uses it. */
const toolsetServers: ToolsetServers = {
  specificationVersion: "v1",
  open: async () => ({
    listTools: async () => [{ name: "add", inputSchema: { type: "object" } }],
    callTool: async () => ({ content: [{ type: "text", text: "done" }], isError: false }),
  }),
  close: async () => {},
};
const toolsetRequest = {
  ...question,
  mcp_servers: [{ type: "url", url: "https://cal.example/mcp", name: "cal" }],
  tools: [{ type: "mcp_toolset", mcp_server_name: "cal" }],
};
const headers = { "anthropic-beta": "mcp-client-2026-09-15" };
const replyTo = callOnce("cal_add", { day: "monday" });

async function readLines({ gateway, get }: RunningGateway): Promise<readonly AuditRecord[]> {
  // Closing writes everything; the admin API still reads.
  await gateway.close();
  const { lines } = (await (await get("/admin/audit?limit=1000")).json()) as { readonly lines: readonly string[] };
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}

const keys = [createAuditKeys(), createAuditKeys()];

function audit(part: Omit<Proof, "config"> & { readonly audit: (value: never) => AuditConfig }): Proof {
  const { audit: made, ...proof } = part;
  return {
    replyTo,
    options: { toolsetServers, now: () => start },
    ...proof,
    config: (value, stage) => withUpstream(stage, { audit: made(value) }),
  };
}

const auditProofs: readonly Proof[] = [
  audit({
    setting: "audit.arguments",
    shows: "what the log holds of a call's arguments",
    audit: (value) => ({ arguments: value }),
    observe: async (run) => {
      await run.post(toolsetRequest, headers);
      const [call] = await readLines(run);
      return call?.kind === "call" && [call.arguments?.sha256.length, call.arguments?.value];
    },
    outcomes: [
      ["none", [undefined, undefined]],
      ["hash", [64, undefined]],
      ["full", [64, { day: "monday" }]],
    ],
  }),
  audit({
    setting: "audit.signingKeyEnv",
    shows: "with which key a checkpoint is signed",
    audit: (signingKeyEnv) => ({ signingKeyEnv }),
    options: {
      toolsetServers,
      environment: { FIRST: keys[0]?.privateKey, SECOND: keys[1]?.privateKey, WRONG: "no key" },
      now: () => start,
    },
    observe: async (run) => {
      await run.post(toolsetRequest, headers);
      const signer = (await readLines(run)).flatMap((line) => (line.kind === "checkpoint" ? [line.signer] : []));
      const { publicKey } = (await (await run.get("/admin/audit")).json()) as { readonly publicKey: string | null };
      return [signer.length, keys.findIndex((pair) => pair.publicKey === publicKey)];
    },
    outcomes: [
      ["FIRST", [1, 0]],
      ["SECOND", [1, 1]],
      ["NONE", [1, -1]],
      ["WRONG", { rejected: "invalid_audit_key" }],
    ],
  }),
  retentionProof(),
];

function retentionProof(): Proof {
  let now = start;
  return audit({
    setting: "audit.retentionDays",
    shows: "the first line after ten days",
    audit: (retentionDays) => ({ retentionDays }),
    options: { toolsetServers, now: () => now },
    observe: async (run) => {
      now = start;
      await run.post(toolsetRequest, headers);
      await new Promise((resolve) => setImmediate(resolve));
      now += 61_000;
      run.timers.run(100);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now += 10 * day;
      run.timers.run(600_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const [first] = await readLines(run);
      return first?.kind;
    },
    outcomes: [
      [5, "checkpoint"],
      [30, "call"],
    ],
  });
}

const key = createApiKey();
const otherKey = createApiKey();
const gatewayKeys = [
  { name: "ci", sha256: key.sha256 },
  { name: "other", sha256: otherKey.sha256 },
];

function quota(part: Omit<Proof, "config"> & { readonly quota: (value: never) => Partial<QuotaConfig> }): Proof {
  const { quota: made, ...proof } = part;
  return {
    replyTo: () => hello,
    options: { now: () => start },
    ...proof,
    setting: `quotas[].${proof.setting}`,
    config: (value, stage) =>
      withUpstream(stage, {
        keys: gatewayKeys,
        prices: { asOf: "2026-01-01", models: [{ models: ["m"], input: 100_000, output: 100_000 }] },
        quotas: [{ name: "limit", window: "day", ...made(value) }],
      }),
  };
}

const asKey = { "toolcrib-key": key.key };
const asOther = { "toolcrib-key": otherKey.key };

/** The statuses of requests: two with one key, one with another, one for another model. */
async function statuses({ post }: RunningGateway): Promise<readonly number[]> {
  const first = (await post(question, asKey)).status;
  const second = await post(question, asKey);
  const other = await post(question, asOther);
  const model = await post({ ...question, model: "n" }, asKey);
  return [first, second.status, other.status, model.status];
}

const oneOfTwo = [200, 429, 200, 429];

const quotaProofs: readonly Proof[] = [
  quota({
    setting: "name",
    shows: "the name in the error",
    quota: (name) => ({ name, requests: 0 }),
    observe: async ({ post }) => (await post(question, asKey)).answer.error?.message.split(" is used up")[0],
    outcomes: [
      ["a", "The quota a"],
      ["b", "The quota b"],
    ],
  }),
  quota({
    setting: "key",
    shows: "whose requests are refused",
    quota: (pattern) => ({ key: pattern, requests: 1 }),
    observe: statuses,
    outcomes: [
      ["c*", oneOfTwo],
      ["none", [200, 200, 200, 200]],
    ],
  }),
  quota({
    setting: "team",
    shows: "that it is for callers of such a team only",
    quota: (team) => ({ team, requests: 1 }),
    observe: statuses,
    outcomes: [
      [undefined, oneOfTwo],
      ["red", [200, 200, 200, 200]],
    ],
  }),
  quota({
    setting: "model",
    shows: "for which models requests are refused",
    quota: (model) => ({ model, requests: 1 }),
    observe: statuses,
    outcomes: [
      ["m", [200, 429, 200, 200]],
      ["other", [200, 200, 200, 200]],
    ],
  }),
  quota({
    setting: "per[]",
    shows: "what is counted separately; callers without a team count together",
    quota: (per) => ({ per: [per], requests: 1 }),
    observe: statuses,
    outcomes: [
      ["key", oneOfTwo],
      ["model", [200, 429, 429, 200]],
      ["team", [200, 429, 429, 429]],
      ["tool", { rejected: "config_invalid" }],
    ],
  }),
  quota({
    setting: "window",
    shows: "when it starts again",
    quota: (window) => ({ window, requests: 0 }),
    observe: async ({ post }) => Number((await post(question, asKey)).headers.get("retry-after")),
    outcomes: [
      ["minute", 30],
      ["hour", 39 * 60 + 30],
      ["day", 13 * 3_600 + 39 * 60 + 30],
      ["month", 15 * 86_400 + 13 * 3_600 + 39 * 60 + 30],
    ],
  }),
  quota({
    setting: "requests",
    shows: "how many requests are let in",
    quota: (requests) => ({ requests }),
    observe: statuses,
    outcomes: [
      [1, oneOfTwo],
      [2, [200, 200, 200, 429]],
    ],
  }),
  quota({
    setting: "tokens",
    shows: "how many requests of two tokens are let in",
    quota: (tokens) => ({ tokens }),
    observe: statuses,
    outcomes: [
      [1, oneOfTwo],
      [3, [200, 200, 200, 429]],
    ],
  }),
  quota({
    setting: "cost",
    shows: "how many requests of twenty cents are let in; another model has no price",
    quota: (cost) => ({ cost, per: ["key", "model"] }),
    observe: statuses,
    outcomes: [
      [0.1, [200, 429, 200, 200]],
      [0.3, [200, 200, 200, 200]],
    ],
  }),
  ...toolProofs(),
];

function toolProofs(): readonly Proof[] {
  const callTwice = async ({ post }: RunningGateway): Promise<unknown> => {
    const made = [];
    for (const _ of [1, 2]) {
      const { text } = await post(toolsetRequest, { ...headers, ...asKey });
      made.push(text.includes("is used up"));
    }
    return made;
  };
  const options = { toolsetServers, now: () => start };
  return [
    quota({
      setting: "toolCalls",
      shows: "which calls of a tool are refused",
      quota: (toolCalls) => ({ toolCalls }),
      options,
      replyTo,
      observe: callTwice,
      outcomes: [
        [1, [false, true]],
        [2, [false, false]],
      ],
    }),
    quota({
      setting: "tool",
      shows: "the calls of which tools are counted",
      alike: "a tool has its own name, and one with its server",
      quota: (tool) => ({ tool, toolCalls: 1 }),
      options,
      replyTo,
      observe: callTwice,
      outcomes: [
        ["add", [false, true]],
        ["mcp__cal__*", [false, true]],
        ["other", [false, false]],
      ],
    }),
  ];
}

export const callControlProofs: readonly Proof[] = [...auditProofs, ...quotaProofs];
