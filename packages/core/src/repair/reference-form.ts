import type { ContentBlock } from "../conversation/message.ts";
import { textBlock } from "../conversation/message.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { Tool } from "../tool/tool.ts";
import { wireDefinition } from "../tool/wire-definition.ts";

/**
 * What references become on the wire. `native`: they stay. `text`: a note that the tools can be called, for upstreams that know no
 * references and have the tools in `tools`. `definition`: the definition itself, for the bridge.
 */
export type ReferenceForm = "native" | "text" | "definition";

/** What stands in for references that an upstream does not know. */
export function describeReferences(tools: readonly Tool[], form: "text" | "definition"): ContentBlock[] {
  if (tools.length === 0) return [];
  if (form === "text") return [textBlock(`Tools ready to call: ${tools.map(({ name }) => name).join(", ")}.`)];
  return tools.map((tool) => textBlock(fencedDefinition(tool)));
}

/** What stands in for references to tools that are gone, where nothing else would be left. */
export function describeMissing(names: readonly string[]): ContentBlock {
  return textBlock(names.length === 0 ? "No tools found." : `No longer available: ${names.join(", ")}.`);
}

/**
 * A definition as data: canonical JSON on one line, in a fence that nothing in it can end or imitate,
 * because backticks and angle brackets are written as escapes.
 */
function fencedDefinition(tool: Tool): string {
  const { defer_loading: _deferral, cache_control: _breakpoint, ...definition } = wireDefinition(tool);
  const escapes: Readonly<Record<string, string>> = { "`": "\\u0060", "<": "\\u003c", ">": "\\u003e" };
  const json = canonicalJson(definition).replace(/[`<>]/g, (character) => escapes[character] ?? character);
  return `\`\`\`json\n${json}\n\`\`\``;
}
