import { fallbackLoader } from "@toolcrib/core/loaders";

/** An error that people meet with tool search, what it means, and what puts it right. */
export interface KnownMessage {
  readonly pattern: RegExp;
  readonly means: string;
  readonly fix: string;
}

const gatewayFix = `Put the gateway in front of it: "toolcrib serve --upstream URL --loader ${fallbackLoader.name}"; it keeps these fields from the upstream.`;
const repairFix =
  'Send the conversation through the gateway ("toolcrib serve"), which repairs such references in every request; else start a new conversation.';

/** Messages that users report and whose cause is known. The first match is used. */
const knownMessages: readonly KnownMessage[] = [
  {
    pattern: /Tool reference '[^']*' (not found|has no corresponding tool definition)/i,
    means:
      "The conversation holds a reference to a tool that this request does not declare: its server went away, or another client wrote it.",
    fix: repairFix,
  },
  {
    pattern: /cannot have both defer_loading=true and cache_control/i,
    means: "A deferred tool has a cache breakpoint.",
    fix: "The breakpoint belongs on the last tool that is not deferred; the gateway moves it there.",
  },
  {
    pattern: /At least one tool must (have defer_loading=false|be non-deferred)|All tools cannot be deferred/i,
    means: "Every tool of the request is deferred.",
    fix: 'Pin one tool: {"settings": {"policy": [{"action": "pin", "name": "…"}]}} in toolcrib.json.',
  },
  {
    pattern: /Input tag 'tool_search_tool_\w+'.*does not match|tool type "?tool_search"? is not supported/is,
    means: "The upstream does not know the API's search tools.",
    fix: gatewayFix,
  },
  {
    pattern: /invalid beta flag|Unexpected value\(s\).*anthropic-beta/i,
    means: "The upstream refuses a beta name in the header.",
    fix: gatewayFix,
  },
  {
    pattern: /was found without a corresponding `?\w+_tool_result/i,
    means:
      "A tool that the API runs itself, such as its tool search, lost its result when the conversation was sent again.",
    fix: repairFix,
  },
  {
    pattern:
      /Unknown parameter: '?tools[^']*defer_loading|defer_loading.*(Extra inputs are not permitted|unrecognized|unknown)/is,
    means: "The upstream does not know defer_loading.",
    fix: gatewayFix,
  },
  {
    pattern:
      /Extra inputs are not permitted|extra fields not permitted|extraneous key \[|unknown field [`"']|Unrecognized key/i,
    means: "The upstream does not know a field that the client sends.",
    fix: 'Put the gateway in front of it ("toolcrib serve --upstream URL"): it leaves out what the upstream refuses. dropFields of an upstream in toolcrib.json does so from the start.',
  },
  {
    pattern: /Deferred tools require tools\.tool_search|tool_search requires at least one deferred tool/i,
    means: "Deferred tools and the search tool must come together on this upstream, and one of the two is missing.",
    fix: gatewayFix,
  },
  {
    pattern:
      /unknown variant `?tool_reference|Invalid literal value, expected "text"|Unexpected item type in content|unsupported Claude tool result|unsupported block/i,
    means: "The upstream does not know tool_reference blocks, and every later turn of the conversation will fail too.",
    fix: gatewayFix,
  },
  {
    pattern: /unknown variant `?namespace/i,
    means: "The upstream does not support tool namespaces.",
    fix: gatewayFix,
  },
  {
    pattern: /ToolSearch, which is not supported/i,
    means: "This provider refuses clients with tool search.",
    fix: gatewayFix,
  },
  {
    pattern: /Deferred custom tools are only supported on Anthropic models/i,
    means: "The router in between allows deferral for Anthropic's models alone.",
    fix: gatewayFix,
  },
  {
    pattern: /Missing namespace for function_call/i,
    means: "A call lost its namespace when the conversation was sent again.",
    fix: repairFix,
  },
  {
    pattern: /`?tool_use`? ids were found without `?tool_result`? blocks/i,
    means: "A call in the conversation has no result: it was interrupted, or a compaction removed the result.",
    fix: repairFix,
  },
  {
    pattern: /BM25 tool search is not supported/i,
    means: "This platform has the API's regex search tool only.",
    fix: 'Declare tool_search_tool_regex instead, or put the gateway in front of it: "toolcrib serve --upstream URL --server-search hybrid" answers searches itself.',
  },
  {
    pattern: /Server tools are not supported in the count_tokens endpoint/i,
    means: "The API counts no tokens for requests with its own search tools.",
    fix: 'Count through the gateway ("toolcrib serve"), or leave those tools out of the count.',
  },
  {
    pattern: /tool_addition\/tool_removal references unknown tool|tool_reference_unresolved/i,
    means: "A message adds or removes a tool that the request does not declare.",
    fix: repairFix,
  },
  {
    pattern: /Tool names must be unique|tool_name_conflict/i,
    means: "Two tools of the request have the same name, often of two MCP servers.",
    fix: 'Rename one of the servers in the config, or serve them as one with "toolcrib mcp", which keeps the names apart.',
  },
  {
    pattern: /Invalid regular expression pattern/i,
    means: "The model searched with a pattern that is no valid regular expression.",
    fix: 'It usually corrects itself. "toolcrib serve --server-search hybrid" accepts plain words, too.',
  },
  {
    pattern: /available_tools_limit_exceeded|At most \d+ deferred tools/i,
    means: "The request has more than 10,000 deferred tools, or their definitions are too large.",
    fix: 'Hide servers that you do not need: {"settings": {"policy": [{"action": "hide", "server": "…"}]}} in toolcrib.json.',
  },
  {
    pattern: /compaction_too_many_tool_references/i,
    means: "The conversation refers to more tools than a compaction can keep.",
    fix: "Start a new conversation.",
  },
  {
    pattern: /more than 128 tools|At most 512 function declarations|maximum number of tools/i,
    means: "The request declares more tools than the upstream allows.",
    fix: 'Defer them: "toolcrib serve --inject always" keeps all but a few out of the request.',
  },
  {
    pattern: /Input should be 'user' or 'assistant'/i,
    means: "The upstream takes no messages of the role system inside the conversation, as newer clients send them.",
    fix: gatewayFix,
  },
  {
    pattern: /not a first-party Anthropic host|\[ToolSearch:optimistic\] disabled/i,
    means: "Claude Code switches tool search off by itself, because the base URL is not Anthropic's.",
    fix: "Set ENABLE_TOOL_SEARCH=true where you start Claude Code, or in env of ~/.claude/settings.json.",
  },
  {
    pattern: /ToolSearch exists but is not enabled in this context|Tool references removed - tool search not enabled/i,
    means: "Tool search is off in this context, while the conversation still refers to deferred tools.",
    fix: 'Look at the other checks of "toolcrib doctor" for what switches it off; then start a new conversation.',
  },
  {
    pattern: /No matching deferred tools found|No deferred tools to search|no tool matched/i,
    means: "The search found nothing: the server failed, is disabled or still connecting, or the words do not fit.",
    fix: 'Run "toolcrib doctor --config FILE" for the servers, and "toolcrib search QUERY --tools FILE --explain" for the words.',
  },
  {
    pattern: /tried to call unavailable tool '?tool_search/i,
    means: "Something in between injects a search tool that the client does not know.",
    fix: 'Switch that off, and use "toolcrib serve --inject auto": its search is answered inside and never reaches the client.',
  },
  {
    pattern: /before it was loaded via tool_search|InputValidationError|schema was not sent to the API/i,
    means: "The model called a deferred tool whose definition it had not seen.",
    fix: "Search for it first (select:NAME); behind the gateway such a call is checked and answered with the schema.",
  },
  {
    pattern: /No such tool available/i,
    means: "The model called a tool that the client does not have: its server may have gone.",
    fix: 'Run "toolcrib doctor --config FILE" to see which server fails.',
  },
];

/** What a message means; undefined if it is unknown. */
export function explainMessage(message: string): KnownMessage | undefined {
  return knownMessages.find(({ pattern }) => pattern.test(message));
}
