import type { RouteConfig } from "../src/config/gateway-config.ts";
import { type Refuse, strictRefusals } from "./upstream/strict-refusals.ts";

/** One way of running the client through the gateway. */
export interface Scenario {
  readonly loader: NonNullable<RouteConfig["loader"]>;
  /** `client`: Claude Code searches itself. `injected`: it knows nothing of the search. `none`: its requests pass through. */
  readonly search: "client" | "injected" | "none";
  readonly upstream: UpstreamKind;
  /** Claude Code sends other requests for other families of models. */
  readonly model: string;
  /** How often the prefix may break within the conversations, and then at the tools, as documented. */
  readonly maxBreaks: number;
}

/** What stands behind the gateway. */
interface UpstreamKind {
  readonly title: string;
  readonly dialect: "anthropic" | "openai-chat";
  readonly refusals: readonly Refuse[];
  /** How many requests it refuses at least: fewer, and the scenario shows nothing. */
  readonly minRefused: number;
  /** Whether found tools can be loaded by reference; otherwise they go over the bridge. */
  readonly takesReferences: boolean;
}

const newest = "claude-opus-5-5";
const older = "claude-sonnet-4-5";
const unknown = "my-local-model";

const open: UpstreamKind = {
  title: "the Messages API",
  dialect: "anthropic",
  refusals: [],
  minRefused: 0,
  takesReferences: true,
};
const strict: UpstreamKind = {
  title: "strict",
  dialect: "anthropic",
  refusals: Object.values(strictRefusals),
  minRefused: 1,
  takesReferences: false,
};
const chat: UpstreamKind = {
  title: "Chat Completions",
  dialect: "openai-chat",
  refusals: [],
  minRefused: 0,
  takesReferences: false,
};

function refusing(...names: (keyof typeof strictRefusals)[]): UpstreamKind {
  return {
    title: `refuses ${names.map((name) => `\`${name}\``).join(", ")}`,
    dialect: "anthropic",
    refusals: names.map((name) => strictRefusals[name]),
    minRefused: names.length,
    takesReferences: !names.includes("defer_loading") && !names.includes("tool_reference"),
  };
}

/** How many searches of the script find something: the loader `append` adds the found tool to the list each time. */
export const finds = 5;

export const scenarios: readonly Scenario[] = [
  scenario("native", "client", open, newest),
  scenario("native", "client", open, older),
  scenario("native", "client", refusing("defer_loading"), newest),
  // The first request was taken with deferred tools, the second one cannot be: the rest goes over the bridge.
  scenario("native", "client", refusing("tool_reference"), newest, 1),
  scenario("native", "client", refusing("output_config", "context_management"), newest),
  scenario("native", "client", strict, newest),
  scenario("bridge", "client", strict, newest),
  scenario("bridge", "client", strict, older),
  scenario("bridge", "client", strict, unknown),
  scenario("bridge", "client", chat, unknown),
  scenario("append", "client", strict, newest, finds),
  scenario("append", "client", chat, unknown, finds),
  scenario("native", "injected", open, newest),
  scenario("native", "injected", strict, newest),
  scenario("bridge", "injected", strict, unknown),
  scenario("bridge", "injected", chat, unknown),
  scenario("auto", "none", strict, newest),
];

function scenario(
  loader: Scenario["loader"],
  search: Scenario["search"],
  upstream: UpstreamKind,
  model: string,
  maxBreaks = 0,
): Scenario {
  return { loader, search, upstream, model, maxBreaks };
}

export function titleOf({ loader, search, upstream, model }: Scenario): string {
  return `${loader}, ${search} search, ${upstream.title}, ${model}`;
}
