import { type Requirements, requirement, type Source } from "../../../scripts/requirements/requirement.ts";
import { openAiRequirements } from "./openai-requirements.ts";

const api: Source = "Anthropic Messages API documentation";
const client: Source = "Claude Code 2.1.325 on the wire";
const design: Source = "design";

/**
 * What clients and upstreams meet on the wire: the Messages API (W-M), its MCP connector (W-MC), Claude Code (W-CC) and OpenAI's APIs.
 * What users have run into elsewhere is in scripts/requirements/failure-cases.ts.
 */
export const requirements: Requirements = {
  L4: requirement(design, "Rules, approvals, logs and hooks see the real tool, never a wrapper."),
  L7: requirement(design, "Nothing of ours reaches a client that did not ask for it."),

  "W-M1": requirement(api, "Both versions of the API, unknown betas, unknown fields and `?beta=true` are accepted."),
  "W-M2": requirement(api, "A key is taken from `x-api-key` and from `authorization`."),
  "W-M3": requirement(api, "A message thread is refused with the code at which the SDK sends the whole conversation."),
  "W-M4": requirement(api, "What the API rejects about tools is rejected with its status, type, message and code."),
  "W-M5": requirement(api, "10,000 deferred tools are accepted, and no more."),
  "W-M6": requirement(api, "A request of any shape is answered in the API's envelope, with a request id."),
  "W-M7": requirement(api, "Models are listed and described; an endpoint that is not served says why."),
  "W-M8": requirement(api, "Counting tokens counts what would go up, deferred tools left out."),
  "W-M9": requirement(api, "Rate limits, retry times and errors of the upstream reach the client."),
  "W-M10": requirement(api, "The regex and BM25 search tools are taken under their dated and undated types."),
  "W-M11": requirement(
    api,
    "A pattern has at most 200 characters, a query 500; the limit is 1 to 10,000, by default 5.",
  ),
  "W-M12": requirement(api, "Patterns have RE2 syntax, match in any case, and find in the order of `tools`."),
  "W-M13": requirement(api, "A search looks at names, descriptions, argument names and argument descriptions."),
  "W-M14": requirement(api, "A search without a match is a success with an empty list."),
  "W-M15": requirement(
    api,
    "A search that fails is an error block with one of four codes in an answer with status 200.",
  ),
  "W-M16": requirement(api, "A server search shows the API's blocks in one answer."),
  "W-M17": requirement(api, "A stream has one start, block indexes without gaps, and results in one piece."),
  "W-M18": requirement(api, "Every count of `usage` is summed over the model's calls of one answer."),
  "W-M19": requirement(api, "A search beside a client's call stays pending and is answered first in the next answer."),
  "W-M20": requirement(api, "A turn pauses after ten rounds, and goes on when it is sent back."),
  "W-M21": requirement(api, "What an answer held is accepted back, and gives the model the conversation that it had."),
  "W-M22": requirement(api, "References in the result of a client's own search load tools."),
  "W-M23": requirement(
    api,
    "A tool that is added in mid-conversation, by reference or definition, can be called until it is removed.",
  ),
  "W-M24": requirement(api, "A change of a tool that nobody defined is refused with its code."),
  "W-M25": requirement(api, "A compaction by the API replaces what is before it and keeps the tools that it names."),
  "W-M26": requirement(api, "A stream is kept alive with pings, and ends with an error event where it breaks."),
  "W-M27": requirement(api, "A forced tool is forced on every loader."),
  "W-M28": requirement(api, "Calls that code made keep their caller and container."),
  "W-M29": requirement(api, "Examples of input are shown with the definition of a found tool."),
  "W-M30": requirement(api, "A request that an SDK sends again runs no call of an MCP server twice."),
  "W-M31": requirement(design, "A client that disconnects ends what runs for it, at the model and at MCP servers."),
  "W-M32": requirement(api, "Programmatic tool calling works on every upstream."),
  "W-M33": requirement(api, "Batches are served.", { planned: "Batches are not built; the endpoint says so." }),
  "W-M34": requirement(api, "`usage.server_tool_use` is there if a search ran, and only then."),
  "W-M35": requirement(api, "What programs leave is there for requests that reuse the container."),

  "W-MC1": requirement(api, "A toolset is listed, searched and called within one request, in the API's blocks."),
  "W-MC2": requirement(api, "The config of one tool goes before the default config of its toolset."),
  "W-MC3": requirement(
    api,
    "Servers and toolsets that do not belong together are rejected, and so are more than 20 servers.",
  ),
  "W-MC4": requirement(api, "A listing that is pinned or was recorded is used, and its server is not asked."),
  "W-MC5": requirement(api, "The deprecated `tool_configuration` is understood."),
  "W-MC6": requirement(design, "Servers of requests are reached at allowed public addresses only."),

  "W-CC1": requirement(
    client,
    "Tools never referenced, references to eager tools and repeated references are accepted.",
  ),
  "W-CC2": requirement(client, "References beside texts, and results that are strings, are accepted."),
  "W-CC3": requirement(client, "System messages within the conversation are accepted as text, as blocks and empty."),
  "W-CC4": requirement(client, "A tool that joins in mid-conversation can be called."),
  "W-CC5": requirement(
    client,
    "Calls of tools that are not in the request stay in the conversation as they were made.",
  ),
  "W-CC6": requirement(
    client,
    "Other fields and betas are left alone; those of tool search go where the upstream lacks it.",
  ),
  "W-CC7": requirement(client, "The catalogue is counted in the form in which the client asks."),
  "W-CC8": requirement(
    client,
    "After a compaction, a tool that is still in `tools` can be called, and is checked first.",
  ),
  "W-CC9": requirement(client, "The prefix holds though the client rewrites its last messages from turn to turn."),
  "W-CC10": requirement(client, "A name that only the client knows goes to the client, where it holds tools back."),
  "W-CC11": requirement(
    client,
    "What an upstream refuses of a request is dropped, the request goes again, and this is remembered.",
  ),
  "W-CC12": requirement(client, "The accounting line in the system prompt reaches nobody but Anthropic's own API."),
  "W-CC13": requirement(client, "Injected search defers the built-in tools that the client itself would defer."),
  "W-CC14": requirement(client, "An upstream that has tool search gets the client's request as it is."),
  "W-CC15": requirement(client, "Subagents and sessions that the client names have conversations of their own."),

  ...openAiRequirements,
};
