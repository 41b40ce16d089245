import { isRecord } from "@toolcrib/shared/json";
import type { KeptObjects } from "../../../../../contracts/kept-objects.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { shortened } from "../../../shared/parameter-errors.ts";
import { isAbsent } from "../../../shared/read-values.ts";
import { keptItem } from "../kept/kept-responses.ts";

/**
 * Puts kept items in the place of references to them. Some clients also send calls of MCP tools back without their output, which is
 * put back too. What is not kept stays as it is; without any change it is the same array.
 */
export function resolveReferences(items: readonly unknown[], kept: KeptObjects): readonly unknown[] {
  const resolved = items.map((item) => resolve(item, kept) ?? item);
  return resolved.some((item, position) => item !== items[position]) ? resolved : items;
}

/** An item that is not kept for the caller. */
export function itemNotFound(id: string): GatewayError {
  return new GatewayError("item_not_found", { id: shortened(id) }, { wireDetails: { param: "input" } });
}

function resolve(item: unknown, kept: KeptObjects): object | undefined {
  if (!isRecord(item) || typeof item["id"] !== "string") return undefined;
  if (item["type"] === "item_reference") return keptItem(item["id"], kept);
  const isCut = item["type"] === "mcp_call" && isAbsent(item["output"]) && isAbsent(item["error"]);
  return isCut ? keptItem(item["id"], kept) : undefined;
}
