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
const maxBreakpoints = 4;

/** The API's checks for `tools`. */
export function checkTools(tools: readonly WireToolEntry[]): void {
  for (const [index, tool] of tools.entries()) {
    if (typeof tool.type === "string" && tool.type !== "custom") continue;
    const path = `tools.${index}.custom.`;
    checkFields(tool, customFields, path);
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name ?? "")) {
      throw new ApiRejection(`${path}name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    }
    if (tool.input_schema?.type !== "object") throw new ApiRejection(`${path}input_schema.type: Field required`);
    if (tool.defer_loading === true && tool.cache_control != null) {
      throw new ApiRejection(
        `Tool '${tool.name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
      );
    }
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
