import { type Requirements, requirement, type Source } from "../../../scripts/requirements/requirement.ts";

const openai: Source = "OpenAI API documentation";
const clients: Source = "Codex 0.166 and opencode 1.18 on the wire";
const extensions: Source = "extensions of Chat Completions by OpenRouter, orq.ai, vLLM, SGLang and Moonshot";
const design: Source = "design";

/** What OpenAI's APIs ask for: chat models as upstreams (W-OC), clients of Chat Completions (W-C), and the Responses API in both directions (W-R). */
export const openAiRequirements: Requirements = {
  "W-OC1": requirement(openai, "A chat model gets one system message, and results right after their calls."),
  "W-OC2": requirement(openai, "A chat model gets function tools with nothing but name, description and parameters."),
  "W-OC3": requirement(openai, "Names and ids of calls fit the model's rules and come back as they were."),
  "W-OC4": requirement(openai, "Arguments that are no object are read the same way streamed and whole."),
  "W-OC5": requirement(openai, "A stream of a chat model becomes the API's events, one block after another."),
  "W-OC6": requirement(
    openai,
    "Errors of chat models have the API's types, and a full context the words at which clients compact.",
  ),
  "W-OC7": requirement(openai, "Reasoning goes back to the model that wrote it, and to no other."),
  "W-OC8": requirement(openai, "What a chat model cannot take (documents, unknown blocks) becomes text."),

  "W-C1": requirement(openai, "A client of Chat Completions gets whole and streamed answers on every upstream."),
  "W-C2": requirement(clients, "An answer without calls has no `tool_calls`, and `null` from a client is accepted."),
  "W-C3": requirement(openai, "A stream names each call once, in its first piece, and ends with the finish reason."),
  "W-C4": requirement(openai, "The usage of a stream is in a last chunk of its own, for clients that ask for it."),
  "W-C5": requirement(openai, "Errors, models and rate limits have OpenAI's format."),
  "W-C6": requirement(openai, "What cannot be translated is rejected by name."),
  "W-C7": requirement(design, "Between a client and an upstream of Chat Completions, unknown fields are kept."),
  "W-C8": requirement(openai, "What a chat server refuses of a client's own request is left out from then on."),
  "W-C9": requirement(extensions, "Tools with `defer_loading` are deferred, and `tool_reference` parts load them."),
  "W-C10": requirement(extensions, "`openrouter:tool_search` and `orq:tool_search` are answered by the gateway."),
  "W-C11": requirement(extensions, "Tools in a system message can be called from there on."),
  "W-C12": requirement(extensions, "An upstream that has one of these extensions is sent it, if it accepts it."),

  "W-R1": requirement(openai, "A client of the Responses API gets whole and streamed responses on every upstream."),
  "W-R2": requirement(openai, "A stored response can be read, continued and deleted; `store: false` stores nothing."),
  "W-R3": requirement(design, "A stored response belongs to the key that made it, and expires."),
  "W-R4": requirement(openai, "An `item_reference` stands for the item of a stored response."),
  "W-R5": requirement(openai, "Input tokens are counted, the stored conversation included."),
  "W-R6": requirement(openai, "An endpoint that is not served says why, in OpenAI's envelope."),
  "W-R7": requirement(openai, "A stream has OpenAI's events in order, numbered, and ends with the whole response."),
  "W-R8": requirement(openai, "A stream that breaks after its start ends with `response.failed`."),
  "W-R9": requirement(openai, "What cannot be translated is rejected with the name of the parameter."),
  "W-R10": requirement(openai, "Orphan outputs, missing outputs and unknown items are rejected in OpenAI's terms."),
  "W-R11": requirement(openai, "Reasoning goes back to the model that wrote it, and to no other."),
  "W-R12": requirement(openai, "`tool_choice` works, `allowed_tools` included."),
  "W-R13": requirement(openai, "Hosted tool search answers with its call, its output and the call of what it found."),
  "W-R14": requirement(
    openai,
    "Client-executed search goes to the client, and its output loads tools not sent before.",
  ),
  "W-R15": requirement(clients, "An empty search output is accepted."),
  "W-R16": requirement(openai, "A deferred function outside a namespace is called with its own name as namespace."),
  "W-R17": requirement(openai, "`additional_tools` load tools from their position on."),
  "W-R18": requirement(clients, "A namespace goes up as flat names, and calls come back with both parts."),
  "W-R19": requirement(clients, "Flat names have at most 64 characters, and a hash where they were cut or changed."),
  "W-R20": requirement(clients, "Two members with the same flat name are rejected."),
  "W-R21": requirement(clients, "`tool_choice` and replayed calls use the flat names."),
  "W-R22": requirement(clients, "A custom tool goes up as a function, and its calls come back as text, streamed too."),
  "W-R23": requirement(clients, "A call of a member's bare name goes to its namespace."),
  "W-R24": requirement(clients, "Results go up right after their calls, whatever the client put between them."),
  "W-R25": requirement(clients, "A hosted web search that the client adds by default is left out, not rejected."),
  "W-R26": requirement(openai, "An MCP tool is listed and called by the gateway, in OpenAI's items."),
  "W-R27": requirement(openai, "An MCP call waits for the client's approval where it is required."),
  "W-R28": requirement(openai, "An MCP tool's `allowed_tools`, headers and `defer_loading` take effect."),
  "W-R29": requirement(design, "MCP servers of requests are reached at allowed addresses only."),
  "W-R30": requirement(design, "Between a client and an upstream of the Responses API, unknown fields are kept."),
  "W-R31": requirement(openai, "An upstream of the Responses API serves clients of the Messages API."),
  "W-R32": requirement(openai, "An upstream that loads what a client finds is sent the search itself."),
  "W-R33": requirement(openai, "`programmatic_tool_calling` works on every upstream."),
};
