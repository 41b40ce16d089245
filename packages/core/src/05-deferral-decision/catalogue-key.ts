import { oncePer } from "@toolcrib/shared/caches";
import { hashText } from "@toolcrib/shared/hash";
import { canonicalJson } from "@toolcrib/shared/json";
import type { Tool } from "../tools/tool.ts";
import { toolKey } from "../tools/tool-key.ts";
import { wireDefinition } from "../tools/wire-definition.ts";
import type { CataloguePlan } from "./catalogue-plan.ts";

/** A key that changes exactly when the deferred tools do: their sorted names and a hash of their definitions. */
export function deferredKeyOf(plan: CataloguePlan): string {
  return plan.derive(makeKey);
}

function makeKey({ deferred }: CataloguePlan): string {
  return hashText(deferred.map((tool) => `${toolKey(tool)} ${hashOfTool(tool)}`).join("\n"));
}

/** A hash of what goes on the wire for a tool, whatever the order of its fields. */
const hashOfTool = oncePer((tool: Tool) => hashText(canonicalJson(wireDefinition(tool))));
