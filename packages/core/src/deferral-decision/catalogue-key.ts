import { hashText } from "@toolcrib/shared/hash";
import { canonicalJson } from "@toolcrib/shared/json";
import type { Tool } from "../tool/tool.ts";
import { toolKey } from "../tool/tool-key.ts";
import { wireDefinition } from "../tool/wire-definition.ts";
import type { CataloguePlan } from "./catalogue-plan.ts";

const hashes = new WeakMap<Tool, string>();
const keys = new WeakMap<CataloguePlan, string>();

/** A key that changes exactly when the deferred tools do: their sorted names and a hash of their definitions. */
export function deferredKeyOf(plan: CataloguePlan): string {
  let key = keys.get(plan);
  if (key === undefined) {
    key = hashText(plan.deferred.map((tool) => `${toolKey(tool)} ${hashOfTool(tool)}`).join("\n"));
    keys.set(plan, key);
  }
  return key;
}

/** A hash of what goes on the wire for a tool, whatever the order of its fields. */
function hashOfTool(tool: Tool): string {
  let hash = hashes.get(tool);
  if (hash === undefined) {
    hash = hashText(canonicalJson(wireDefinition(tool)));
    hashes.set(tool, hash);
  }
  return hash;
}
