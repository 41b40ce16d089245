import type { Fields } from "../../../shared/read-values.ts";
import type { ToolNames } from "../../wire/tool-names.ts";
import { searchItemId } from "../request/search-ids.ts";
import type { ItemStatus, OutputItem } from "./item-types.ts";

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
  const groups = new Map<string, unknown[]>();
  /** Adds a member to its group, which stands where its first member was found. */
  const add = (key: string, member: unknown, makeGroup: (members: unknown[]) => object): void => {
    const known = groups.get(key);
    if (known !== undefined) {
      known.push(member);
      return;
    }
    const members = [member];
    groups.set(key, members);
    tools.push(makeGroup(members));
  };
  for (const flat of found) {
    const { kind, name, namespace, namespaceDescription, definition, server } = names.get(flat) ?? {};
    if (kind === "mcp") {
      add(`mcp ${server}`, name, (allowed_tools) => ({ type: "mcp", server_label: server, allowed_tools }));
    } else if (definition !== undefined && namespace === undefined) tools.push(definition);
    else if (definition !== undefined) {
      const description = namespaceDescription ?? "";
      add(`namespace ${namespace}`, definition, (members) => ({
        type: "namespace",
        name: namespace,
        description,
        tools: members,
      }));
    }
  }
  return tools;
}
