import type { KnownUpstream, ParsedRequest, ReceivedRequest } from "../../../../../contracts/client-dialect.ts";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { checkParts } from "../../../../shared/support/check-parts.ts";
import { upstreamApiOf } from "../../../../shared/support/upstream-api.ts";
import { invalid, shortened } from "../../../shared/parameter-errors.ts";
import { booleanAt, countAt, type Fields, nameAt, numberAt, optional, present } from "../../../shared/read-values.ts";
import { withSettings } from "../../../shared/shared-form.ts";
import { betasOf } from "../../../shared/tool-additions.ts";
import { checkToolLimits } from "../../../shared/tool-limits.ts";
import { aliasesOf } from "../../wire/tool-names.ts";
import { keptItems } from "../kept/kept-responses.ts";
import { usesPrograms, withoutProgramParts } from "../programs/uses-programs.ts";
import { type McpServer, serverOf } from "../tools/mcp-tools.ts";
import { parseToolChoice } from "../tools/parse-tool-choice.ts";
import { parseTools } from "../tools/parse-tools.ts";
import { ToolBook } from "../tools/tool-book.ts";
import type { ResponseContext } from "./answer-context.ts";
import { declaredResponses } from "./declared-request.ts";
import { resolveReferences } from "./item-references.ts";
import type { OpenMcpCall } from "./mcp-input.ts";
import { inputItems, parseInput } from "./parse-input.ts";
import { parseMetadata, parseOutputSettings, sharedSettings } from "./parse-settings.ts";

/** Lets the gateway show what servers list. */
const listingBetas = ["mcp-client-2026-09-15"];

/** A request, as the Responses dialect reads it. */
export interface ResponsesRequest extends ReceivedRequest {
  /** Counts what is kept and the body names as a part of the body. Throws if that is too much. */
  readonly countKept: (items: readonly unknown[]) => void;
}

/** Parses a request of the Responses API into the inner form. */
export function parseRequest(
  body: Fields,
  { limits, kept, kind, countKept }: ResponsesRequest,
  known: KnownUpstream | undefined,
): ParsedRequest {
  const upstream = known === undefined ? undefined : upstreamApiOf(known.dialect);
  const runsPrograms = usesPrograms(body) && known?.leavesPrograms !== true;
  const checked = runsPrograms ? withoutProgramParts(body) : body;
  const { omitted } = checkParts(checked, declaredResponses, { ...known, upstream });
  const model = nameAt(body["model"], "model");
  const book = new ToolBook(parseTools(body["tools"]));
  const previous = optional(body["previous_response_id"], "previous_response_id", nameAt);
  const earlier = previous === undefined ? [] : keptItems(previous, kept);
  const given = inputItems(body["input"]);
  const input = resolveReferences(given, kept);
  countKept([...earlier, ...input.filter((item, position) => item !== given[position])]);
  const { system, messages, openMcpCalls } = parseInput(body["instructions"], { earlier, input }, book);
  checkToolLimits(book.tools, limits);
  const isParallel = optional(body["parallel_tool_calls"], "parallel_tool_calls", booleanAt) ?? true;
  const { tools, choice } = parseToolChoice(body["tool_choice"], isParallel, book);
  const servers = book.servers.filter(({ label }) => tools.some((tool) => serverOf(tool) === label));
  requireServers(openMcpCalls, servers);
  const isKept = kind === "messages" && (optional(body["store"], "store", booleanAt) ?? true);
  const session = optional(body["prompt_cache_key"], "prompt_cache_key", nameAt);
  const user =
    optional(body["safety_identifier"], "safety_identifier", nameAt) ?? optional(body["user"], "user", nameAt);
  const inner: MessagesBody = {
    model,
    ...(system.length > 0 && { system }),
    messages,
    ...(tools.length > 0 && { tools }),
    ...(servers.length > 0 && { mcp_servers: servers.map(({ server }) => server) }),
    ...present({
      tool_choice: choice,
      max_tokens: optional(body["max_output_tokens"], "max_output_tokens", countAt),
      stream: optional(body["stream"], "stream", booleanAt),
      temperature: optional(body["temperature"], "temperature", numberAt),
      top_p: optional(body["top_p"], "top_p", numberAt),
      metadata: user === undefined ? undefined : { user_id: user },
    }),
    ...parseOutputSettings(body["reasoning"], body["text"]),
  };
  const hasServers = servers.length > 0;
  const answerContext: ResponseContext = {
    names: book.names,
    ...(hasServers && {
      approvals: new Map(servers.map(({ label, approval }) => [label, approval])),
      allowedTools: new Map(
        servers.flatMap(({ label, allowed }) => (allowed === undefined ? [] : [[label, allowed] as const])),
      ),
      openMcpCalls,
    }),
    ...(isKept && { origin: { input, previous } }),
    repeated: {
      model,
      ...repeatedFields(body, isParallel),
      prompt_cache_key: session ?? null,
      previous_response_id: previous ?? null,
      store: isKept,
    },
  };
  const betas = [...betasOf(messages), ...(hasServers ? listingBetas : [])];
  return {
    body: withSettings(inner, sharedSettings(body)),
    betas,
    apiVersion: "2023-06-01",
    session,
    omitted,
    aliases: aliasesOf(book.names),
    answerContext,
  };
}

/** Calls that are approved or still open are made before the model goes on, so their servers must be there. */
function requireServers(open: ReadonlyMap<string, OpenMcpCall>, servers: readonly McpServer[]): void {
  for (const { server_label: label, name } of open.values()) {
    if (servers.some((server) => server.label === label)) continue;
    const problem = `expected the MCP server ${shortened(label)}, whose tool ${shortened(name)} has to be called now; send it again, and allow it in tool_choice`;
    throw invalid("tools", problem);
  }
}

function repeatedFields(body: Fields, isParallel: boolean): object {
  return {
    max_output_tokens: body["max_output_tokens"] ?? null,
    metadata: parseMetadata(body["metadata"]),
    parallel_tool_calls: isParallel,
    reasoning: body["reasoning"] ?? { effort: null, summary: null },
    temperature: body["temperature"] ?? null,
    text: body["text"] ?? { format: { type: "text" } },
    tool_choice: body["tool_choice"] ?? "auto",
    top_p: body["top_p"] ?? null,
  };
}
