import { type Refuse, strictRefusals } from "./strict-refusals.ts";

/** What is behind the gateway. */
export interface UpstreamKind {
  readonly title: string;
  readonly dialect: "anthropic" | "openai-chat";
  readonly refusals: readonly Refuse[];
  /** The minimum of refused requests: with fewer, the scenario proves nothing. */
  readonly minRefused: number;
  /** Whether found tools can be loaded by reference; otherwise they go over the bridge. */
  readonly takesReferences: boolean;
}

/** The Messages API: it rejects what the real one rejects. */
export const messagesApi: UpstreamKind = {
  title: "the Messages API",
  dialect: "anthropic",
  refusals: [],
  minRefused: 0,
  takesReferences: true,
};

/** A server with a part of the Messages API: it also rejects everything in `strictRefusals`. */
export const strictServer: UpstreamKind = {
  title: "strict",
  dialect: "anthropic",
  refusals: Object.values(strictRefusals),
  minRefused: 1,
  takesReferences: false,
};

/** OpenAI's Chat Completions: it rejects what the real one rejects. */
export const chatCompletions: UpstreamKind = {
  title: "Chat Completions",
  dialect: "openai-chat",
  refusals: [],
  minRefused: 0,
  takesReferences: false,
};

/** The Messages API without these parts. */
export function messagesApiWithout(...names: (keyof typeof strictRefusals)[]): UpstreamKind {
  return {
    title: `refuses ${names.map((name) => `\`${name}\``).join(", ")}`,
    dialect: "anthropic",
    refusals: names.map((name) => strictRefusals[name]),
    minRefused: names.length,
    takesReferences: !names.includes("defer_loading") && !names.includes("tool_reference"),
  };
}
