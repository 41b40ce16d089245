import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";
import type { ToolChoice } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { foreignType } from "../../../../../inner-form/foreign-type.ts";
import { readFunctionTool } from "../../../../shared/tools/function-tool.ts";
import { customDescription } from "../../../shared/custom-tools.ts";
import { type SharedForm, sharedOf } from "../../../shared/shared-form.ts";
import { isStrictSchema } from "../../../shared/strict-schema.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import { createWireNames, type WireNames } from "./wire-names.ts";

/** The tools of a request as the upstream is given them. */
export interface WireTools {
  readonly list: readonly Fields[];
  /** Tools that are loaded where a result refers to them, by the inner name. */
  readonly deferred: ReadonlyMap<string, Fields>;
  /** Created for each request: it also learns the names of tools that are only called. */
  readonly createNames: () => WireNames;
}

const noTools: readonly Tool[] = [];

/** Writes the tools. The same array gives the same list, so that its bytes are known. */
export function writeTools(tools: readonly Tool[] | undefined): WireTools {
  return writeList(tools ?? noTools);
}

const writeList = oncePer((tools: readonly Tool[]): WireTools => {
  const names = createWireNames(tools);
  const list: Fields[] = [];
  const deferred = new Map<string, Fields>();
  let open: { readonly namespace: Fields; readonly members: Fields[] } | undefined;
  for (const [position, tool] of tools.entries()) {
    const { namespace } = originalOf(tool) ?? {};
    const written = writeTool(tool, position, names);
    if (tool.defer_loading === true && tool.name !== undefined) {
      deferred.set(tool.name, namespace === undefined ? written : { ...namespace, tools: [written] });
    } else if (namespace === undefined) {
      open = undefined;
      list.push(written);
    } else {
      if (open?.namespace !== namespace) {
        open = { namespace, members: [] };
        list.push({ ...namespace, tools: open.members });
      }
      open.members.push(written);
    }
  }
  return { list, deferred, createNames: () => createWireNames(tools) };
});

function writeTool(tool: Tool, position: number, names: WireNames): Fields {
  const { tool: entry } = originalOf(tool) ?? {};
  // What the gateway has not changed goes up as the client wrote it.
  if (entry !== undefined && (tool.type === foreignType || tool.name !== undefined)) return entry;
  const { name, described, schema } = readFunctionTool(tool, position);
  const { custom } = sharedOf(tool);
  if (custom !== undefined) return writeCustom(tool, custom, names.toWire(name).name);
  const { strict } = tool as { readonly strict?: unknown };
  return {
    type: "function",
    name: names.toWire(name).name,
    ...described,
    parameters: withProperties(schema),
    // Functions are strict where nothing is said.
    strict: strict === true && isStrictSchema(schema),
  };
}

function writeCustom(tool: Tool, { grammar, note }: NonNullable<SharedForm["custom"]>, name: string): Fields {
  const description = customDescription(tool, note);
  return {
    type: "custom",
    name,
    ...(description === undefined ? {} : { description }),
    ...(grammar === undefined ? {} : { format: { type: "grammar", ...grammar } }),
  };
}

/** OpenAI refuses an object without them. */
function withProperties(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const type = schema["type"] ?? "object";
  return type === "object" && schema["properties"] === undefined ? { ...schema, type, properties: {} } : schema;
}

/** The choice among the tools; undefined where nothing is chosen. */
export function writeChoice(choice: ToolChoice | null | undefined, names: WireNames): unknown {
  if (choice === undefined || choice === null) return undefined;
  const original = originalOf(choice);
  if (original !== undefined) return original.whole;
  if (choice.type === "auto" || choice.type === "none") return choice.type;
  if (choice.type === "any") return "required";
  if (choice.type !== "tool") {
    const message = `tool_choice.type: '${choice.type}' is not known to this upstream`;
    throw new UpstreamError(400, { type: "invalid_request_error", message });
  }
  const { isCustom, ...named } = names.toWire(choice.name ?? "");
  return { type: isCustom ? "custom" : "function", ...named };
}
