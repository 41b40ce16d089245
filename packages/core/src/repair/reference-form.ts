import { canonicalJson } from "@toolcrib/shared/json";
import type { ContentBlock } from "../conversation/message.ts";
import { textBlock } from "../conversation/message.ts";
import type { Tool, WireTool } from "../tool/tool.ts";
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
  return [textBlock(["<functions>", ...tools.map(writeDefinition), "</functions>"].join("\n"))];
}

/** What stands in for references to tools that are gone, where nothing else would be left. */
export function describeMissing(names: readonly string[]): ContentBlock {
  return textBlock(names.length === 0 ? "No tools found." : `No longer available: ${names.join(", ")}.`);
}

/**
 * A definition as data, in the form that Claude Code's search tool promises: canonical JSON on one line between tags. Nothing in it can
 * end or imitate a tag, because every opening bracket is written as an escape.
 */
function writeDefinition(tool: Tool): string {
  const { name, description, input_schema: parameters, input_examples } = wireDefinition(tool) as ShownDefinition;
  const json = canonicalJson({ name, description, parameters, input_examples }).replaceAll("<", "\\u003c");
  return `<function>${json}</function>`;
}

/** What a model needs of a definition; everything else is for the API. */
interface ShownDefinition extends WireTool {
  readonly input_examples?: unknown;
}
