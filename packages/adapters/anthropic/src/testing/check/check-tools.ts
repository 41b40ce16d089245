import { ApiRejection } from "../api/api-error.ts";
import type { WireToolEntry } from "../api/request-body.ts";
import { checkFields } from "./check-fields.ts";

const customFields: ReadonlySet<string> = new Set([
  "name",
  "type",
  "description",
  "input_schema",
  "defer_loading",
  "cache_control",
  "strict",
  "allowed_callers",
  "input_examples",
  "eager_input_streaming",
]);
const searchType = /^tool_search_tool_(?:regex|bm25)(?:_20251119)?$/;
const searchFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "allowed_callers",
  "cache_control",
  "defer_loading",
  "strict",
]);
const maxNameLength = 128;
const maxBreakpoints = 4;

/** The API's checks for `tools`. */
export function checkTools(tools: readonly WireToolEntry[]): void {
  for (const [index, tool] of tools.entries()) {
    if (typeof tool.type !== "string" || tool.type === "custom") checkCustomTool(tool, `tools.${index}.custom.`);
    else if (searchType.test(tool.type)) checkSearchTool(tool, `tools.${index}.${tool.type}.`);
  }
  const names = tools.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw new ApiRejection("tools: Tool names must be unique.");
  if (tools.length > 0 && tools.every(({ defer_loading }) => defer_loading === true)) {
    throw new ApiRejection("At least one tool must have defer_loading=false. All tools cannot be deferred.");
  }
  const breakpoints = tools.filter(({ cache_control }) => cache_control != null).length;
  if (breakpoints > maxBreakpoints) {
    throw new ApiRejection(
      `A maximum of ${maxBreakpoints} blocks with cache_control may be provided. Found ${breakpoints}.`,
    );
  }
}

function checkSearchTool(tool: WireToolEntry, path: string): void {
  const name = String(tool.type).replace(/_\d+$/, "");
  if (tool.name === undefined) throw new ApiRejection(`${path}name: Field required`);
  if (tool.name !== name) throw new ApiRejection(`${path}name: Input should be '${name}'`);
  checkFields(tool, searchFields, path);
}

function checkCustomTool(tool: WireToolEntry, path: string): void {
  checkFields(tool, customFields, path);
  const { name = "", input_schema: schema } = tool;
  if (name.length > maxNameLength) {
    throw new ApiRejection(`${path}name: String should have at most ${maxNameLength} characters`);
  }
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
    throw new ApiRejection(`${path}name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  if (schema === undefined) throw new ApiRejection(`${path}input_schema: Field required`);
  if (schema.type !== "object") throw new ApiRejection(`${path}input_schema.type: Field required`);
  if (tool.defer_loading === true && tool.cache_control != null) {
    throw new ApiRejection(
      `Tool '${name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
    );
  }
}
