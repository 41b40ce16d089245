import { loadedDefinition } from "../08-wire-fields/wire-fields.ts";
import type { Loader } from "./loader.ts";
import { nameReferences } from "./name-references.ts";
import { eagerTools } from "./tool-lists.ts";

export const appendLoader: Loader = {
  specificationVersion: "v1",
  name: "append",
  summary: "appends found tools to the list; each find costs the cache from the tools on",
  defers: true,
  keepsPrefix: false,
  definitionsIn: "tools",
  tools({ plan, found, loadedTools }) {
    return loadedTools.list({ plan, before: plan.derive(eagerTools), found, define: loadedDefinition });
  },
  renderReferences: nameReferences,
};
