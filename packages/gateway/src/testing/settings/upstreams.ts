import type { UpstreamConfig } from "../../config/gateway-config.ts";
import { question } from "../answering-gateway.ts";
import { Gate, until } from "./gate.ts";
import type { Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello } from "./scripted-upstream.ts";

const gate = new Gate();

type Part = Pick<Proof, "setting" | "shows" | "outcomes" | "alike" | "replyTo" | "dependencies" | "observe"> & {
  readonly upstream: (value: never, url: string) => Partial<UpstreamConfig>;
};

/** A proof about one upstream; what it does is proven for its dialect. */
function about(dialect: UpstreamConfig["dialect"], { upstream, ...part }: Part): Proof {
  return {
    ...part,
    setting: `upstreams{}.${part.setting}`,
    shows: `${part.shows} (${dialect})`,
    config: (value, stage) => ({
      retries: { attempts: 0 },
      upstreams: {
        test: { dialect, url: `${stage.upstream.url}/v1`, ...upstream(value, stage.upstream.url) },
      },
    }),
  };
}

const sentPath = async ({ post }: RunningGateway): Promise<unknown> => (await post(question)).sent[0]?.path;
const sentHeader =
  (name: string) =>
  async ({ post }: RunningGateway): Promise<unknown> =>
    (await post(question)).sent[0]?.headers[name];

/** A request whose upstream says nothing for a minute. */
async function waitAMinute({ post, timers, stage }: RunningGateway): Promise<number> {
  gate.close();
  const before = stage.upstream.seen.length;
  const answer = post(question);
  await until(() => stage.upstream.seen.length > before);
  timers.run(60_000);
  gate.open();
  return (await answer).status;
}

/** A stream that stops before its end for a minute. */
async function stallAMinute({ gateway, timers }: RunningGateway): Promise<boolean> {
  gate.close();
  const response = await gateway.app.request("/v1/messages", {
    method: "POST",
    headers: { host: "localhost" },
    body: JSON.stringify({ ...question, stream: true }),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  timers.run(60_000);
  gate.open();
  let text = "";
  for (let step = await reader.read(); !step.done; step = await reader.read()) text += Buffer.from(step.value);
  return text.includes("message_stop");
}

const environment = { FIRST_KEY: "first", SECOND_KEY: "second" };

const ofEach = (["anthropic", "openai"] as const).flatMap((dialect): Proof[] => {
  const header = dialect === "anthropic" ? "x-api-key" : "authorization";
  const prefix = dialect === "anthropic" ? "" : "Bearer ";
  const end = dialect === "anthropic" ? "/v1/messages" : "/chat/completions";
  return [
    about(dialect, {
      setting: "url",
      shows: "the path of its requests",
      upstream: (path, url) => ({ url: `${url}${path as string}` }),
      observe: sentPath,
      outcomes: [
        ["/one", `/one${end}`],
        ["/other", `/other${end}`],
      ],
    }),
    about(dialect, {
      setting: "apiKey",
      shows: `the header ${header}`,
      upstream: (apiKey) => ({ apiKey }),
      observe: sentHeader(header),
      outcomes: [
        ["one", `${prefix}one`],
        [undefined, `${prefix}client-key`],
      ],
    }),
    about(dialect, {
      setting: "apiKeyEnv",
      shows: `the header ${header}`,
      dependencies: { environment },
      upstream: (apiKeyEnv) => ({ apiKeyEnv }),
      observe: sentHeader(header),
      outcomes: [
        ["FIRST_KEY", `${prefix}first`],
        ["SECOND_KEY", `${prefix}second`],
        ["NO_KEY", { rejected: "key_missing_in_environment" }],
      ],
    }),
    about(dialect, {
      setting: "headers{}",
      shows: "a header of its requests",
      upstream: (headers) => ({ headers }),
      observe: sentHeader("x-team"),
      outcomes: [
        [{ "x-team": "tools" }, "tools"],
        [undefined, undefined],
      ],
    }),
    about(dialect, {
      setting: "dropFields[]",
      shows: "a field of its requests",
      upstream: (dropFields) => ({ dropFields }),
      observe: async ({ post }) => {
        const { sent } = await post({ ...question, temperature: 0.5 });
        return (sent[0]?.body as { readonly temperature?: number }).temperature;
      },
      outcomes: [
        [["temperature"], undefined],
        [[], 0.5],
        [["messages"], { rejected: "config_invalid" }],
      ],
    }),
    about(dialect, {
      setting: "firstByteSeconds",
      shows: "whether an answer after a minute is waited for",
      replyTo: () => ({ ...hello, wait: gate.opened }),
      upstream: (firstByteSeconds) => ({ firstByteSeconds }),
      observe: waitAMinute,
      outcomes: [
        [30, 504],
        [90, 200],
      ],
    }),
    about(dialect, {
      setting: "idleSeconds",
      shows: "whether a stream that stops for a minute is waited for",
      replyTo: () => ({ ...hello, pause: gate.opened }),
      upstream: (idleSeconds) => ({ idleSeconds }),
      observe: stallAMinute,
      outcomes: [
        [30, false],
        [90, true],
      ],
    }),
  ];
});

export const upstreamProofs: readonly Proof[] = [
  ...ofEach,
  {
    setting: "upstreams{}.dialect",
    shows: "the path of its requests",
    alike: "ai-sdk without a package is the built-in provider, which openai is too",
    config: (dialect, { upstream }) => ({ upstreams: { test: { dialect, url: `${upstream.url}/v1` } } }),
    observe: sentPath,
    outcomes: [
      ["anthropic", "/v1/messages"],
      ["openai", "/v1/chat/completions"],
      ["ai-sdk", "/v1/chat/completions"],
    ],
  },
  about("anthropic", {
    setting: "apiKeyHeader",
    shows: "which header holds the key",
    upstream: (apiKeyHeader) => ({ apiKey: "own", apiKeyHeader }),
    observe: async ({ post }) => {
      const [request] = (await post(question)).sent;
      return [request?.headers["x-api-key"], request?.headers["authorization"]];
    },
    outcomes: [
      ["x-api-key", ["own", undefined]],
      ["authorization", [undefined, "Bearer own"]],
    ],
  }),
  about("openai", {
    setting: "apiKeyHeader",
    shows: "that it is rejected where it has no effect",
    upstream: (apiKeyHeader) => ({ apiKeyHeader }),
    observe: sentPath,
    outcomes: [
      ["x-api-key", { rejected: "config_invalid" }],
      [undefined, "/v1/chat/completions"],
    ],
  }),
  about("ai-sdk", {
    setting: "package",
    shows: "the API that the provider speaks",
    upstream: (name) => ({ apiKey: "own", package: name }),
    observe: sentPath,
    outcomes: [
      ["@ai-sdk/anthropic", "/v1/messages"],
      ["@ai-sdk/openai-compatible", "/v1/chat/completions"],
      ["not-installed", { rejected: "provider_package_missing" }],
    ],
  }),
  ...(["anthropic", "openai"] as const).map((dialect) =>
    about(dialect, {
      setting: "package",
      shows: "that it is rejected where it has no effect",
      upstream: (name) => ({ package: name }),
      observe: async () => "taken",
      outcomes: [
        ["@ai-sdk/anthropic", { rejected: "config_invalid" }],
        [undefined, "taken"],
      ],
    }),
  ),
  about("ai-sdk", {
    setting: "settings",
    shows: "what the provider adds to its requests",
    upstream: (settings) => ({ settings }),
    observe: sentPath,
    outcomes: [
      [{ queryParams: { version: "1" } }, "/v1/chat/completions?version=1"],
      [{ queryParams: { version: "2" } }, "/v1/chat/completions?version=2"],
    ],
  }),
  about("anthropic", {
    setting: "settings",
    shows: "that they are rejected where they have no effect",
    upstream: (settings) => ({ settings }),
    observe: async () => "taken",
    outcomes: [
      [{ queryParams: { version: "1" } }, { rejected: "config_invalid" }],
      [undefined, "taken"],
    ],
  }),
];
