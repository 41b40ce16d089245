import { builtInLoaders, loaderNames } from "@toolcrib/core/loaders";
import { bm25Entry, deferred, tool } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import type { Proof } from "./proof.ts";
import { inBothPlaces, withUpstream } from "./proof.ts";
import { callOnce, hello } from "./scripted-upstream.ts";
import { forecast, order, postTwice, query, searchedTools, umbrella, withMeanings } from "./searching.ts";

const tools = [tool("Bash"), deferred("get_weather")];
const server = (count: number) => Array.from({ length: count }, (_, index) => tool(`mcp__weather__tool_${index}`));
const searching = callOnce("tool_search_tool_bm25", { query });
const searched = [bm25Entry, tool("Bash"), ...searchedTools.map((one) => ({ ...one, defer_loading: true }))];

const programTools = [
  { type: "code_execution_20260120", name: "code_execution" },
  { ...tool("get_order"), allowed_callers: ["code_execution_20260120"] },
];

const automatic = ["bridge", "native"];

export const handlingProofs: readonly Proof[] = [
  ...inBothPlaces({
    setting: "loader",
    shows: "the loaders for an unknown model and for one that is known to take references",
    alike:
      "an upstream of the Messages API does not take the loaders for other dialects, and gets the same as with auto",
    handling: (loader) => ({ loader }),
    rest: { capabilities: [{ model: "known-*", loader: "native" }] },
    observe: async ({ post }) => {
      const loaders: unknown[] = [];
      for (const model of ["m", "known-1"]) loaders.push((await post({ ...question, model, tools })).trace?.loader);
      return loaders;
    },
    outcomes: [
      ["auto", automatic],
      ...loaderNames.map(
        (name) => [name, builtInLoaders[name].dialects === undefined ? [name, name] : automatic] as const,
      ),
    ],
  }),
  ...inBothPlaces({
    setting: "inject",
    shows: "how many tools of a small and of a large catalogue are deferred",
    replyTo: ({ body }) => ({ ...hello, inputTokens: (body.tools ?? []).length * 1_000 }),
    handling: (inject) => ({ inject }),
    observe: async ({ post }) => {
      const counts: unknown[] = [];
      for (const count of [2, 100]) {
        const request = { ...question, max_tokens: 1_000, tools: [tool("Bash"), ...server(count)] };
        counts.push((await post(request)).trace?.tools.deferred);
      }
      return counts;
    },
    outcomes: [
      ["off", [0, 0]],
      ["auto", [0, 100]],
      ["always", [2, 100]],
    ],
  }),
  ...inBothPlaces({
    setting: "serverSearch",
    shows: "what an upstream that knows the API's search is given of it, and what a search finds",
    replyTo: (request) =>
      request.body.tools?.some(({ type }) => type === bm25Entry.type) ? hello : searching(request),
    handling: (serverSearch) => ({ serverSearch }),
    rest: { capabilities: [{ loader: "native" }] },
    options: withMeanings,
    observe: async (run) => {
      const { sent, trace } = await postTwice(run, { ...question, max_tokens: 1_000, tools: searched });
      return [sent[0]?.body.tools?.[0]?.type ?? "a function", trace?.searches.map(({ hits }) => hits)];
    },
    outcomes: [
      ["as-named", ["a function", [[order, forecast, umbrella]]]],
      ["hybrid", ["a function", [[order, forecast]]]],
      ["upstream", [bm25Entry.type, []]],
    ],
  }),
  ...inBothPlaces({
    setting: "programs",
    shows: "the tool that an upstream is given for programs",
    alike: "for an upstream other than Anthropic's own, auto is JavaScript",
    handling: (programs) => ({ programs }),
    observe: async ({ post }) => {
      const { sent } = await post({ ...question, tools: programTools });
      const [first] = sent[0]?.body.tools ?? [];
      return first?.type ?? /JavaScript|Python/.exec(String(first?.description))?.[0] ?? first?.name;
    },
    outcomes: [
      ["auto", "JavaScript"],
      ["javascript", "JavaScript"],
      ["python", "Python"],
      ["direct", "get_order"],
      ["upstream", "code_execution_20260120"],
    ],
  }),
  ...inBothPlaces({
    setting: "injectPrograms",
    shows: "whether an upstream is given a tool for programs that the client did not ask for",
    handling: (injectPrograms) => ({ injectPrograms }),
    observe: async ({ post }) => {
      const { sent } = await post({ ...question, tools: [tool("get_order")] });
      return sent[0]?.body.tools?.map(({ name }) => name);
    },
    outcomes: [
      [true, ["code_execution", "get_order"]],
      [false, ["get_order"]],
    ],
  }),
];

const routed = (route: object, part: Pick<Proof, "setting" | "shows" | "outcomes" | "observe">): Proof => ({
  ...part,
  config: (value, stage) => {
    const { upstreams } = withUpstream(stage);
    const other = { dialect: "anthropic", url: `${stage.upstream.url}/other` } as const;
    const field = part.setting.replace("routes[].", "");
    return { upstreams: { ...upstreams, other }, routes: [{ model: "*", ...route, [field]: value }] };
  },
});

export const routeProofs: readonly Proof[] = [
  routed(
    {},
    {
      setting: "routes[].model",
      shows: "the status of a request for a model",
      observe: async ({ post }) => (await post(question)).status,
      outcomes: [
        ["m*", 200],
        ["other-*", 404],
      ],
    },
  ),
  routed(
    {},
    {
      setting: "routes[].upstream",
      shows: "which upstream gets a request",
      observe: async ({ post }) => (await post(question)).sent[0]?.path,
      outcomes: [
        ["other", "/other/v1/messages"],
        [undefined, "/v1/messages"],
        ["none", { rejected: "unknown_upstream" }],
      ],
    },
  ),
  routed(
    {},
    {
      setting: "routes[].upstreamModel",
      shows: "the model that the upstream is asked for",
      observe: async ({ post }) => (await post(question)).sent[0]?.body.model,
      outcomes: [
        ["real", "real"],
        [undefined, "m"],
      ],
    },
  ),
];
