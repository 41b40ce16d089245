import { createSearchTool, type Message, prepareRequest, type Settings } from "@toolcrib/core";
import { fallbackLoader } from "@toolcrib/core/loaders";
import type { WireTool } from "@toolcrib/core/tools";
import { compareNames } from "@toolcrib/shared/names";
import type { NamedTool } from "../servers/collect-tools.ts";
import { estimateTokens, estimateTokensOf } from "../tokens/estimate-tokens.ts";
import { serverOf } from "./server-of.ts";

/** What one tool or one server costs in a prompt. */
export interface Weight {
  readonly name: string;
  readonly tools: number;
  readonly tokens: number;
}

/** What a first request carries, with all tools in the prompt and with deferral. */
export interface FirstRequest {
  readonly tools: readonly WireTool[];
  readonly messages: readonly Message[];
  readonly tokens: number;
}

/** Both. */
export interface FirstRequests {
  readonly eager: FirstRequest;
  readonly deferred: FirstRequest;
  /** Why nothing would be deferred; undefined where something is. */
  readonly off: string | undefined;
}

/** The servers by what their tools cost, the heaviest first. */
export function weighServers(tools: readonly NamedTool[]): readonly Weight[] {
  const byServer = new Map<string, NamedTool[]>();
  for (const tool of tools) {
    const server = serverOf(tool);
    byServer.set(server, [...(byServer.get(server) ?? []), tool]);
  }
  const weights = [...byServer].map(([name, own]) => ({ name, tools: own.length, tokens: estimateTokens(own) }));
  return weights.toSorted(heaviestFirst);
}

/** The tools by what they cost, the heaviest first. */
export function weighTools(tools: readonly NamedTool[]): readonly Weight[] {
  return tools.map((tool) => ({ name: tool.name, tools: 1, tokens: estimateTokens([tool]) })).toSorted(heaviestFirst);
}

function heaviestFirst(left: Weight, right: Weight): number {
  return right.tokens - left.tokens || compareNames(left.name, right.name);
}

const firstMessages: readonly Message[] = [{ role: "user", content: "Hello" }];

/**
 * What deferral changes in the first request of a conversation, by the engine itself. With the loader that works on every upstream:
 * the pinned tools, the search tool, the tool for calls, and the announcement of the names.
 */
export function weighFirstRequests(tools: readonly NamedTool[], model: string, settings: Settings): FirstRequests {
  const request = {
    model,
    tools,
    messages: firstMessages,
    upstream: { provider: "other", toolSearch: "supported" },
  } as const;
  const eager = prepareRequest({ ...request, settings: { ...settings, toolSearch: false } });
  const deferred = prepareRequest({
    ...request,
    searchTool: createSearchTool(),
    settings: { ...settings, toolSearch: settings.toolSearch ?? true, loader: fallbackLoader },
  });
  return {
    eager: withTokens(eager),
    deferred: withTokens(deferred),
    off: deferred.gate.isOn ? undefined : deferred.gate.explanation,
  };
}

function withTokens({ tools, messages }: { tools: readonly WireTool[]; messages: readonly Message[] }): FirstRequest {
  // What the user writes is the same either way; what counts is what was put around it.
  const around = estimateTokensOf(messages) - estimateTokensOf(firstMessages);
  return { tools, messages, tokens: tools.length === 0 ? around : estimateTokensOf(tools) + around };
}
