import type { Tool } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";

const maxNameLength = 128;
const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const searchFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "allowed_callers",
  "cache_control",
  "defer_loading",
  "strict",
]);

/** Rejects a deferred tool whose name or schema the API does not allow. Eager tools are checked by the upstream. */
export function checkDeferredTool(tool: Tool, position: number): void {
  const { name, type } = tool;
  if (typeof name !== "string" || (typeof type === "string" && type !== "custom")) return;
  const place = `tools.${position}.custom`;
  if (!namePattern.test(name)) {
    const problem =
      name.length > maxNameLength
        ? `String should have at most ${maxNameLength} characters`
        : `String should match pattern '${namePattern.source}'`;
    throw new GatewayError("invalid_body", { field: `${place}.name`, problem });
  }
  const schema: unknown = tool.input_schema ?? tool.inputSchema;
  if (isRecord(schema)) return;
  const problem = schema === undefined ? "Field required" : "Input should be a valid dictionary";
  throw new GatewayError("invalid_body", { field: `${place}.input_schema`, problem });
}

/** Rejects what the API does not allow in the entry of one of its search tools. */
export function checkSearchEntry(entry: Tool, position: number): void {
  const place = `tools.${position}.${entry.type}`;
  const expected = String(entry.type).replace(/_\d+$/, "");
  if (entry.name === undefined)
    throw new GatewayError("invalid_body", { field: `${place}.name`, problem: "Field required" });
  if (entry.name !== expected) {
    throw new GatewayError("invalid_body", { field: `${place}.name`, problem: `Input should be '${expected}'` });
  }
  const unknown = Object.keys(entry).find((field) => !searchFields.has(field));
  if (unknown === undefined) return;
  throw new GatewayError("invalid_body", { field: `${place}.${unknown}`, problem: "Extra inputs are not permitted" });
}
