import { hashText } from "@toolcrib/shared/hash";
import { checkMessages } from "../conversation/check-message.ts";
import { blocksOf, type ContentBlock, isBlock, type Message } from "../conversation/message.ts";
import { checkTool } from "../tools/check-tools.ts";
import { isToolsetDeferred } from "../tools/mcp-toolset.ts";
import type { WireTool } from "../tools/tool.ts";

/** The parts of a request that the provider's prompt cache depends on. */
export interface CachedRequest {
  readonly model: string;
  readonly tools: readonly WireTool[];
  readonly system?: string | readonly ContentBlock[] | undefined;
  readonly messages: readonly Message[];
  readonly tool_choice?: { readonly type: string; readonly disable_parallel_tool_use?: boolean } | undefined;
  readonly thinking?: unknown;
}

/** One hash per level and switch, without deferred tools: the provider removes those before it looks up its cache. */
export interface RequestFingerprint {
  readonly model: string;
  /** The tools of the prompt in order: the name and a hash of the bytes of each. */
  readonly tools: readonly { readonly name: string; readonly hash: string }[];
  readonly system: string;
  readonly messages: readonly string[];
  readonly toolChoice: string;
  readonly disablesParallelCalls: boolean;
  readonly thinking: string;
  readonly hasImages: boolean;
  /**
   * Hashes of the API's web search and web fetch tools: they change the system prompt and are not in the list of tools.
   */
  readonly webSearch: string;
  readonly webFetch: string;
  readonly hasCitations: boolean;
  /** Strict grammars are built from all strict tools, deferred or not. */
  readonly strictGrammar: string;
}

const webSearchType = "web_search_";
const webFetchType = "web_fetch_";

/** Hashes of the tools and messages of earlier requests, by identity: a changed one is a new object. */
export type KnownHashes = WeakMap<object, string>;

/** Keep `hashes` between the requests of a process, so that only new parts of a request are hashed. */
export function fingerprintRequest(request: CachedRequest, hashes: KnownHashes = new WeakMap()): RequestFingerprint {
  checkMessages(request.messages);
  for (const [position, tool] of request.tools.entries()) checkTool(tool, position);
  const inPrompt = request.tools.filter((tool) => tool.defer_loading !== true && !isToolsetDeferred(tool));
  const { disable_parallel_tool_use: disablesParallelCalls = false, ...toolChoice } = request.tool_choice ?? {
    type: "auto",
  };
  const strict = request.tools.filter((tool) => (tool as { readonly strict?: boolean }).strict === true);
  return {
    model: request.model,
    tools: inPrompt
      .filter((tool) => !isOfType(tool, webSearchType) && !isOfType(tool, webFetchType))
      .map((tool) => ({ name: nameOf(tool), hash: hashOf(tool, hashes) })),
    system: hashText(JSON.stringify(request.system ?? null)),
    messages: request.messages.map((message) => hashOfMessage(message, hashes)),
    toolChoice: JSON.stringify(toolChoice),
    disablesParallelCalls,
    thinking: hashText(JSON.stringify(request.thinking ?? null)),
    hasImages: request.messages.some((message) => blocksOf(message).some(holdsImage)),
    webSearch: hashOfType(inPrompt, webSearchType, hashes),
    webFetch: hashOfType(inPrompt, webFetchType, hashes),
    hasCitations: request.messages.some((message) => blocksOf(message).some(hasCitationsOn)),
    strictGrammar: strict
      .map((tool) => hashOf(tool, hashes))
      .toSorted()
      .join(),
  };
}

/** A replacer takes several times as long, and few messages and tools have breakpoints. */
function textOf(value: object): string {
  const text = JSON.stringify(value);
  return text.includes('"cache_control"') ? JSON.stringify(value, withoutBreakpoints) : text;
}

/** Cache breakpoints mark a position in the prompt and are not part of it. */
function withoutBreakpoints(key: string, value: unknown): unknown {
  return key === "cache_control" ? undefined : value;
}

function hashOf(value: object, hashes: KnownHashes, written: () => object = () => value): string {
  let hash = hashes.get(value);
  if (hash === undefined) {
    hash = hashText(textOf(written()));
    hashes.set(value, hash);
  }
  return hash;
}

/** A string and one text block are the same message. */
function hashOfMessage(message: Message, hashes: KnownHashes): string {
  return hashOf(message, hashes, () =>
    typeof message.content === "string" ? { ...message, content: blocksOf(message) } : message,
  );
}

function nameOf(tool: WireTool): string {
  return tool.name ?? String(tool.type);
}

function hashOfType(tools: readonly WireTool[], type: string, hashes: KnownHashes): string {
  return tools
    .filter((tool) => isOfType(tool, type))
    .map((tool) => hashOf(tool, hashes))
    .join();
}

function isOfType(tool: WireTool, type: string): boolean {
  return tool.type?.startsWith(type) === true;
}

function holdsImage(block: ContentBlock): boolean {
  if (block.type === "image") return true;
  return isBlock(block, "tool_result") && typeof block.content === "object" && block.content.some(holdsImage);
}

function hasCitationsOn(block: ContentBlock): boolean {
  return (block as { readonly citations?: { readonly enabled?: boolean } }).citations?.enabled === true;
}
