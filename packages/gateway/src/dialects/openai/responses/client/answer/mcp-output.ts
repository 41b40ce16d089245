import type { ContentBlock } from "@toolcrib/core";
import { writeExactly } from "@toolcrib/shared/json";
import type { Fields } from "../../../shared/read-values.ts";
import { listedNames, type ToolNames } from "../../wire/tool-names.ts";
import { callerField } from "../programs/caller-field.ts";
import type { ResponseContext } from "../request/answer-context.ts";
import type { OpenMcpCall } from "../request/mcp-input.ts";
import { needsApproval } from "../tools/mcp-tools.ts";
import type { OutputItem } from "./item-types.ts";

const blockTypes: ReadonlySet<string> = new Set(["mcp_tool_listing", "mcp_tool_use", "mcp_tool_result"]);

export function isMcpBlock({ type }: ContentBlock): boolean {
  return blockTypes.has(type);
}

/** Makes items of the blocks of MCP servers. A call and its result are one item, so a call waits for its result. */
export class McpOutput {
  readonly #context: ResponseContext;
  readonly #open: Map<string, OpenMcpCall>;
  #names: ToolNames;
  /** Calls of this answer, in their order. */
  readonly #made: string[] = [];

  constructor(context: ResponseContext) {
    this.#context = context;
    this.#names = context.names;
    this.#open = new Map(context.openMcpCalls);
  }

  /** The client's tools, with those that servers have listed in this answer. */
  get names(): ToolNames {
    return this.#names;
  }

  /** The items that a block completes. `newId` gives the id of a listing. */
  add(block: ContentBlock, newId: () => string): readonly OutputItem[] {
    const fields = block as unknown as Fields;
    if (block.type === "mcp_tool_listing") {
      const item = listing(fields, newId(), this.#context.allowedTools?.get(String(fields["mcp_server_name"])));
      const names = (item["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);
      this.#names = new Map([...this.#names, ...listedNames(String(item["server_label"]), names)]);
      return [item];
    }
    if (block.type === "mcp_tool_result") return this.#complete(fields);
    const id = String(fields["id"]);
    this.#made.push(id);
    this.#open.set(id, {
      server_label: String(fields["server_name"]),
      name: String(fields["name"]),
      arguments: writeExactly(fields["input"] ?? {}),
      approval_request_id: null,
      ...callerField(fields["caller"]),
    });
    return [];
  }

  /** Calls of this answer without a result: the client is asked, or the gateway makes them when the client goes on. */
  end(): readonly OutputItem[] {
    return this.#made.flatMap((id): readonly OutputItem[] => {
      const call = this.#open.get(id);
      if (call === undefined) return [];
      const { server_label, name, caller } = call;
      const approval = this.#context.approvals?.get(server_label);
      if (approval !== undefined && needsApproval(name, approval)) {
        const asked = { id: `mcpr_${id}`, server_label, name, arguments: call.arguments };
        return [{ type: "mcp_approval_request", ...asked, ...(caller !== undefined && { caller }) }];
      }
      return [{ type: "mcp_call", id: `mcp_${id}`, ...call, output: null, error: null, status: "incomplete" }];
    });
  }

  #complete({ tool_use_id: id, is_error: isError, content }: Fields): readonly OutputItem[] {
    const call = this.#open.get(String(id));
    if (call === undefined) return [];
    this.#open.delete(String(id));
    const text = textOf(content);
    const outcome =
      isError === true
        ? {
            output: null,
            error: { type: "mcp_tool_execution_error", content: [{ type: "text", text }] },
            status: "failed",
          }
        : { output: text, error: null, status: "completed" };
    return [{ type: "mcp_call", id: `mcp_${String(id)}`, ...call, ...outcome }];
  }
}

/** OpenAI lists the allowed tools only. */
function listing(
  { mcp_server_name: server, tools }: Fields,
  id: string,
  allowed: readonly string[] | undefined,
): OutputItem {
  const listed = ((Array.isArray(tools) ? tools : []) as readonly Fields[]).filter(
    ({ name }) => allowed?.includes(String(name)) ?? true,
  );
  return {
    type: "mcp_list_tools",
    id,
    server_label: server,
    tools: listed.map(({ name, description, input_schema }) => ({
      name,
      description: description ?? null,
      input_schema: input_schema ?? { type: "object" },
      annotations: null,
    })),
    error: null,
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = (Array.isArray(content) ? content : []) as readonly { readonly text?: unknown }[];
  return parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}

/** The events of an item between its beginning and its end. */
export function mcpEvents(
  item: OutputItem,
  output_index: number,
  write: (type: string, fields: object) => string,
): string {
  const at = { item_id: item.id, output_index };
  if (item.type === "mcp_list_tools") {
    return write("response.mcp_list_tools.in_progress", at) + write("response.mcp_list_tools.completed", at);
  }
  if (item.type !== "mcp_call") return "";
  const given = item["arguments"];
  const end = item["status"] === "failed" ? "response.mcp_call.failed" : "response.mcp_call.completed";
  return (
    write("response.mcp_call.in_progress", at) +
    write("response.mcp_call_arguments.delta", { ...at, delta: given }) +
    write("response.mcp_call_arguments.done", { ...at, arguments: given }) +
    (item["status"] === "incomplete" ? "" : write(end, at))
  );
}
