import type { Tool } from "@toolcrib/core";
import { readServerHeaders } from "../../../../../outgoing/server-headers.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import {
  type Fields,
  isAbsent,
  listAt,
  nameAt,
  optional,
  present,
  recordAt,
  stringAt,
} from "../../../shared/read-values.ts";
import { callersAt, isForProgramsOnly } from "./program-fields.ts";

/** An MCP server of a request. */
export interface McpServer {
  readonly label: string;
  /** Its entry in `mcp_servers` of the inner form. */
  readonly server: object;
  readonly toolset: Tool;
  readonly approval: Approval;
  /** The names of the tools that may be used; undefined if all of them may. */
  readonly allowed: readonly string[] | undefined;
}

/** Which tools of a server a client wants to be asked about. */
export interface Approval {
  readonly isDefault: boolean;
  readonly exceptions: readonly string[];
}

const maxLabelLength = 64;
const maxUrlLength = 4_096;

/** What a request has besides its servers. */
interface Beside {
  readonly canSearch: boolean;
  readonly hasPrograms: boolean;
}

/** Reads a tool of the type `mcp`. Its tools are deferred only if something can find them. */
export function parseMcpServer(entry: Fields, field: string, { canSearch, hasPrograms }: Beside): McpServer {
  const label = nameAt(entry["server_label"], `${field}.server_label`, maxLabelLength);
  const url = optional(entry["server_url"], `${field}.server_url`, (value, at) => nameAt(value, at, maxUrlLength));
  const token = optional(entry["authorization"], `${field}.authorization`, stringAt);
  const headers = optional(entry["headers"], `${field}.headers`, headersAt);
  const approval = approvalAt(entry["require_approval"], `${field}.require_approval`);
  const allowed = allowedAt(entry["allowed_tools"], `${field}.allowed_tools`);
  const callers = hasPrograms ? callersAt(entry["allowed_callers"], `${field}.allowed_callers`) : undefined;
  const canFind = canSearch || isForProgramsOnly(present({ allowed_callers: callers }));
  const isDeferred = canFind && entry["defer_loading"] === true;
  return {
    label,
    approval,
    allowed,
    server: { type: "url", name: label, ...present({ url, authorization_token: token, headers }) },
    toolset: {
      type: "mcp_toolset",
      mcp_server_name: label,
      default_config: {
        ...(allowed !== undefined && { enabled: false }),
        ...(isDeferred && { defer_loading: true }),
        ...(approval.isDefault && { require_approval: true }),
        ...present({ allowed_callers: callers }),
      },
      configs: configsOf(allowed ?? [], approval),
    } as Tool,
  };
}

/** The label of the server whose toolset an entry is; undefined for any other tool. */
export function serverOf(tool: Tool): string | undefined {
  return (tool as { readonly mcp_server_name?: string }).mcp_server_name;
}

export function needsApproval(tool: string, { isDefault, exceptions }: Approval): boolean {
  return isDefault !== exceptions.includes(tool);
}

function configsOf(allowed: readonly string[], { isDefault, exceptions }: Approval): object {
  const configs = new Map<string, object>(allowed.map((name) => [name, { enabled: true }]));
  for (const name of exceptions) configs.set(name, { ...configs.get(name), require_approval: !isDefault });
  return Object.fromEntries(configs);
}

/** Without a setting, OpenAI asks about every call. */
function approvalAt(value: unknown, field: string): Approval {
  if (isAbsent(value) || value === "always") return { isDefault: true, exceptions: [] };
  if (value === "never") return { isDefault: false, exceptions: [] };
  const { always, never } = recordAt(value, field);
  const asked = optional(always, `${field}.always`, filterAt);
  const unasked = optional(never, `${field}.never`, filterAt);
  if (unasked === undefined) return { isDefault: false, exceptions: asked ?? [] };
  return { isDefault: true, exceptions: unasked.filter((name) => asked?.includes(name) !== true) };
}

function allowedAt(value: unknown, field: string): readonly string[] | undefined {
  return isAbsent(value) ? undefined : Array.isArray(value) ? namesAt(value, field) : filterAt(value, field);
}

function filterAt(value: unknown, field: string): readonly string[] {
  const { tool_names: names } = recordAt(value, field);
  return namesAt(names ?? [], `${field}.tool_names`);
}

function namesAt(value: unknown, field: string): readonly string[] {
  return listAt(value, field).map((name, position) => nameAt(name, `${field}[${position}]`));
}

function headersAt(value: unknown, field: string): Fields {
  return readServerHeaders(value, (problem) => invalid(field, problem));
}
