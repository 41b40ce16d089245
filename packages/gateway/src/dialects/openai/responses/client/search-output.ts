import type { Fields } from "../../shared/read-values.ts";
import type { ItemStatus, OutputItem } from "./item-types.ts";
import { searchItemId } from "./search-ids.ts";
import type { ToolNames } from "./tool-names.ts";

/** A search that the gateway answers. */
export function searchCallItem({ id, input }: Fields, status: ItemStatus): OutputItem {
  return {
    type: "tool_search_call",
    id: searchItemId("tsc_", id),
    execution: "server",
    call_id: null,
    status,
    arguments: input ?? {},
  };
}

/** What such a search found: the tools as the client defined them, by namespace. A failed search found nothing. */
export function searchOutputItem({ tool_use_id: id, content }: Fields, names: ToolNames): OutputItem {
  const { tool_references: references = [] } = (content ?? {}) as {
    readonly tool_references?: readonly { readonly tool_name: string }[];
  };
  return {
    type: "tool_search_output",
    id: searchItemId("tso_", id),
    execution: "server",
    call_id: null,
    status: "completed",
    tools: definitionsOf(
      references.map(({ tool_name }) => tool_name),
      names,
    ),
  };
}

function definitionsOf(found: readonly string[], names: ToolNames): readonly object[] {
  const tools: object[] = [];
  const members = new Map<string, object[]>();
  for (const flat of found) {
    const { namespace, namespaceDescription: description, definition } = names.get(flat) ?? {};
    if (definition === undefined) continue;
    if (namespace === undefined) {
      tools.push(definition);
      continue;
    }
    const known = members.get(namespace);
    if (known !== undefined) {
      known.push(definition);
      continue;
    }
    const list = [definition];
    members.set(namespace, list);
    tools.push({ type: "namespace", name: namespace, description: description ?? "", tools: list });
  }
  return tools;
}
