import { builtInLoaders, loaderNames } from "@toolcrib/core/loaders";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import type { CapabilityEntry } from "../../contracts/capability-entry.ts";
import { deferred, tool } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import { until } from "../gate.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello, type ReplyTo } from "./scripted-upstream.ts";

const tools = [tool("Bash"), deferred("get_weather")];
const request = { ...question, tools };

type Part = Pick<Proof, "shows" | "outcomes" | "observe" | "alike" | "replyTo">;

function capability(field: keyof CapabilityEntry, rest: Omit<CapabilityEntry, "loader">, part: Part): Proof {
  return {
    ...part,
    setting: `capabilities[].${field}`,
    config: (value, stage) => withUpstream(stage, { capabilities: [{ loader: "native", ...rest, [field]: value }] }),
  };
}

const loaderOf = async ({ post }: RunningGateway): Promise<unknown> => (await post(request)).trace?.loader;

const whichLoader = (good: string, bad: string): Part => ({
  shows: "the loader, which is another one where the entry does not fit",
  observe: loaderOf,
  outcomes: [
    [good, "native"],
    [bad, "bridge"],
  ],
});

const billing = "x-anthropic-billing-header: cch=1;\nBe brief.";

export const capabilityProofs: readonly Proof[] = [
  capability("upstream", {}, whichLoader("te*", "other")),
  capability("host", {}, whichLoader("127.*", "api.example")),
  capability("model", {}, whichLoader("m*", "other-*")),
  capability(
    "loader",
    {},
    {
      shows: "the loader",
      alike: "an entry with a loader for other dialects does not fit an upstream of the Messages API",
      observe: loaderOf,
      outcomes: loaderNames.map((name) => [name, builtInLoaders[name].dialects === undefined ? name : "bridge"]),
    },
  ),
  capability(
    "searchLoader",
    {},
    {
      shows: "the loader for a chat client that asks for a search of its upstream's own",
      alike:
        "a loader for other dialects is not for an upstream of the Messages API, and the entry's other one is used",
      observe: async ({ gateway, traces }) => {
        const weather = { type: "function", function: { name: "get_weather" }, defer_loading: true };
        const bash = { type: "function", function: { name: "Bash" } };
        const { model, messages } = question;
        const body = JSON.stringify({ model, messages, tools: [bash, weather, { type: "openrouter:tool_search" }] });
        await gateway.app.request("/v1/chat/completions", { method: "POST", headers: { host: "localhost" }, body });
        return traces.at(-1)?.loader;
      },
      outcomes: [
        [undefined, "native"],
        ...loaderNames.map((name) => {
          const { dialects, defers } = builtInLoaders[name];
          // Without deferral there is nothing to load, and the trace names no loader.
          const used = defers ? name : undefined;
          return [name, dialects === undefined ? used : "native"] as const;
        }),
      ],
    },
  ),
  capability("maxTools", { loader: "eager" } as Omit<CapabilityEntry, "loader">, {
    shows: "the loader of a request with two tools",
    observe: loaderOf,
    outcomes: [
      [1, "bridge"],
      [2, "eager"],
    ],
  }),
  capability(
    "provider",
    {},
    {
      shows: "the beta header, and whether Anthropic's billing line is kept",
      alike: "Vertex and others need no beta header, and nothing else depends on which of them it is",
      observe: async ({ post }) => {
        const [sent] = (await post({ ...request, system: billing })).sent;
        return [sent?.headers["anthropic-beta"], sent?.body.system];
      },
      outcomes: [
        ["anthropic", [undefined, billing]],
        ["bedrock", ["tool-search-tool-2025-10-19", "Be brief."]],
        ["vertex", [undefined, "Be brief."]],
        ["foundry", ["advanced-tool-use-2025-11-20", "Be brief."]],
        ["other", [undefined, "Be brief."]],
      ],
    },
  ),
  capability(
    "takesSystemMessages",
    {},
    {
      shows: "the roles that reach the upstream",
      observe: async ({ post }) => {
        const messages = [...question.messages, { role: "system", content: "Be brief." }];
        return (await post({ ...request, messages })).sent[0]?.body.messages.map(({ role }) => role);
      },
      outcomes: [
        [true, ["user", "system"]],
        [false, ["user"]],
      ],
    },
  ),
  capability(
    "maxOutputTokens",
    {},
    {
      shows: "the limit that a chat request without one gets",
      observe: async ({ gateway, stage: { upstream } }) => {
        const { model, messages } = question;
        const body = JSON.stringify({ model, messages });
        await gateway.app.request("/v1/chat/completions", { method: "POST", headers: { host: "localhost" }, body });
        return upstream.seen.at(-1)?.body.max_tokens;
      },
      outcomes: [
        [4_096, 4_096],
        [undefined, 32_000],
      ],
    },
  ),
  capability(
    "note",
    {},
    {
      shows: "why the trace says that this loader was chosen",
      observe: async ({ post }) => (await post(request)).trace?.loaderReason,
      outcomes: [
        ["our own server", "the capability table: our own server"],
        [undefined, "the capability table"],
      ],
    },
  ),
  {
    setting: "probe",
    shows: "the loader of an unknown upstream that counts nothing for a deferred tool",
    replyTo: ({ body }) => ({ ...hello, inputTokens: JSON.stringify(body).includes("defer_loading") ? 10 : 1_000 }),
    config: (probe, stage) => withUpstream(stage, { probe }),
    observe: loaderOf,
    outcomes: [
      [true, "native"],
      [false, "bridge"],
    ],
  },
];

const followed = (modelDenyList: NonNullable<GatewayConfig["modelDenyList"]>): GatewayConfig => ({
  modelDenyList,
  capabilities: [{ loader: "native" }],
});

/** Lists of models that reject references, by path. */
const lists: ReplyTo = ({ path }) => {
  if (path === "/m.json") return { json: ["m"] };
  return path.endsWith(".json") ? { json: [] } : hello;
};

export const denyListProofs: readonly Proof[] = [
  {
    setting: "modelDenyList.url",
    shows: "whether tools are deferred for a model of the list",
    replyTo: lists,
    config: (path, stage) =>
      withUpstream(stage, followed({ url: `${stage.upstream.url}${path as string}`, pollSeconds: 7 })),
    observe: async ({ post, timers }) => {
      await until(() => timers.count(7_000) > 0);
      return (await post(request)).trace?.gate?.reason;
    },
    outcomes: [
      ["/m.json", "model_unsupported"],
      ["/none.json", "on"],
    ],
  },
  {
    setting: "modelDenyList.pollSeconds",
    shows: "whether it is fetched again within a minute",
    replyTo: lists,
    config: (pollSeconds, stage) => withUpstream(stage, followed({ url: `${stage.upstream.url}/m.json`, pollSeconds })),
    observe: async ({ gateway, timers, stage: { upstream } }) => {
      const milliseconds = (gateway.config.modelDenyList?.pollSeconds ?? 0) * 1_000;
      await until(() => timers.count(milliseconds) > 0);
      const before = upstream.seen.length;
      timers.run(60_000);
      await until(() => upstream.seen.length > before || timers.count(milliseconds) > 0);
      return upstream.seen.length > before;
    },
    outcomes: [
      [30, true],
      [90, false],
    ],
  },
];
