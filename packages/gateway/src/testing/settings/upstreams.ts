import { question } from "../answering-gateway.ts";
import type { Proof } from "./proof.ts";
import { aboutUpstream, sentPath } from "./upstream-proof.ts";

export const upstreamProofs: readonly Proof[] = [
  {
    setting: "upstreams{}.dialect",
    shows: "the path of its requests",
    alike: "ai-sdk without a package is the built-in provider, which speaks what openai-chat does",
    config: (dialect, { upstream }) => ({ upstreams: { test: { dialect, url: `${upstream.url}/v1` } } }),
    observe: sentPath,
    outcomes: [
      ["anthropic", "/v1/messages"],
      ["openai-chat", "/v1/chat/completions"],
      ["openai-responses", "/v1/responses"],
      ["ai-sdk", "/v1/chat/completions"],
    ],
  },
  ...(["anthropic", "openai-responses"] as const).map((dialect) =>
    aboutUpstream(dialect, {
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
  ),
  aboutUpstream("openai-chat", {
    setting: "apiKeyHeader",
    shows: "that it is rejected where it has no effect",
    upstream: (apiKeyHeader) => ({ apiKeyHeader }),
    observe: sentPath,
    outcomes: [
      ["x-api-key", { rejected: "config_invalid" }],
      [undefined, "/v1/chat/completions"],
    ],
  }),
  aboutUpstream("ai-sdk", {
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
  ...(["anthropic", "openai-chat", "openai-responses"] as const).map((dialect) =>
    aboutUpstream(dialect, {
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
  aboutUpstream("ai-sdk", {
    setting: "forwardHeaders[]",
    shows: "which headers of the client go with a request, unless the config has the same",
    upstream: (forwardHeaders) => ({ forwardHeaders, headers: { "x-team": "tools" } }),
    observe: async ({ post }) => {
      const given = { "x-title": "mine", "x-team": "theirs", cookie: "a=b" };
      const [sent] = (await post(question, given)).sent;
      return [sent?.headers["x-title"], sent?.headers["x-team"], sent?.headers["cookie"]];
    },
    outcomes: [
      [["x-t*"], ["mine", "tools", undefined]],
      [[], [undefined, "tools", undefined]],
    ],
  }),
  aboutUpstream("ai-sdk", {
    setting: "settings",
    shows: "what the provider adds to its requests",
    upstream: (settings) => ({ settings }),
    observe: sentPath,
    outcomes: [
      [{ queryParams: { version: "1" } }, "/v1/chat/completions?version=1"],
      [{ queryParams: { version: "2" } }, "/v1/chat/completions?version=2"],
    ],
  }),
  ...(["anthropic", "openai-responses"] as const).map((dialect) =>
    aboutUpstream(dialect, {
      setting: "settings",
      shows: "that they are rejected where they have no effect",
      upstream: (settings) => ({ settings }),
      observe: async () => "taken",
      outcomes: [
        [{ queryParams: { version: "1" } }, { rejected: "config_invalid" }],
        [undefined, "taken"],
      ],
    }),
  ),
];
