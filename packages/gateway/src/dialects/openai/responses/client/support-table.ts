import { omitted, passed, rejected, type SupportTable, taken } from "../../shared/support.ts";

const notStored = "the gateway does not store conversations";
const isHosted = "it runs on OpenAI's servers; offer a function or an MCP server instead";
const hostedItem = "it belongs to a tool that runs on OpenAI's servers";
const webSearch = "it runs on OpenAI's servers; Codex sends it unasked";

/** The fields of a request. */
export const requestFields: SupportTable = new Map([
  ["model", taken("chooses the route")],
  ["input", taken("the conversation")],
  ["instructions", taken("the system prompt; not repeated in the response")],
  ["tools", taken("see the table of tools; not repeated in the response")],
  ["tool_choice", taken("the choice; with `allowed_tools` only the allowed tools are sent")],
  ["parallel_tool_calls", taken("`false` asks for one call at a time")],
  [
    "text",
    taken("`format` of the types `text` and `json_schema`; `verbosity` is a hint that other models do not have"),
  ],
  ["reasoning", taken("`effort`; summaries are sent whenever the model gives its thoughts")],
  ["max_output_tokens", taken("the limit of the answer")],
  ["stream", taken("whether the answer is streamed")],
  ["temperature", taken("sent to the model")],
  ["top_p", taken("sent to the model")],
  ["user", taken("the user's id")],
  ["safety_identifier", taken("the user's id, before `user`")],
  ["previous_response_id", taken("the kept conversation is put before `input`; it belongs to the key that made it")],
  ["store", taken("responses are kept in memory for a day, unless it is `false`")],
  ["metadata", passed("repeated in the response")],
  [
    "prompt_cache_key",
    taken("the session's id, by which the gateway recognises a conversation; repeated in the response"),
  ],
  ["prompt_cache_retention", passed("the upstream decides how long it caches")],
  ["prompt_cache_options", passed("the upstream decides what it caches")],
  ["include", passed("`reasoning.encrypted_content` is always there; log probabilities are rejected")],
  ["stream_options", passed("streams are never obfuscated")],
  ["max_tool_calls", omitted("the gateway has its own limit for the calls of MCP tools in one answer")],
  ["client_metadata", passed("what a client tells about itself")],
  ["truncation", rejected("nothing is cut off a conversation here", ["disabled"])],
  ["service_tier", rejected("tiers are OpenAI's", ["auto", "default"])],
  ["background", rejected("answers are given in the request's own connection", [false])],
  ["top_logprobs", rejected("other models do not report log probabilities", [0])],
  ["conversation", rejected(notStored)],
  ["prompt", rejected("prompt templates are stored at OpenAI")],
  ["context_management", rejected("the conversation is sent as it comes")],
  ["moderation", rejected("moderation runs at OpenAI")],
  ["image", rejected("it configures a tool that runs on OpenAI's servers")],
  ["access_programs", rejected("it names programs of OpenAI")],
  ["generate", rejected("warming up is a part of OpenAI's WebSocket mode", [true])],
]);

/** The types of items in `input`. */
export const itemTypes: SupportTable = new Map([
  ["message", taken("a message; those of `developer` and `system` at the beginning become the system prompt")],
  ["function_call", taken("a call, with its namespace in its name")],
  ["function_call_output", taken("the result of a call: a text, or texts, images and files")],
  ["custom_tool_call", taken("a call with one argument, `input`")],
  ["custom_tool_call_output", taken("the result of such a call")],
  ["reasoning", taken("the model's own thoughts, from `encrypted_content`; those of another model are left out")],
  ["item_reference", taken("an item of a response that is kept; any other is not found")],
  ["tool_search_call", taken("a search; `execution` says whose")],
  ["tool_search_output", taken("loads the tools that were found; one without its call loads them too")],
  ["additional_tools", taken("at the beginning like `tools`; later, tools that are loaded from there on")],
  ["configuration_update", rejected("settings in the middle of a conversation are not translated")],
  ["compaction", rejected("only OpenAI's models can read it")],
  ["compaction_trigger", rejected("the gateway does not compact conversations")],
  ["program", rejected("programs are not run here")],
  ["program_output", rejected("programs are not run here")],
  ["file_search_call", rejected(hostedItem)],
  ["web_search_call", rejected(hostedItem)],
  ["code_interpreter_call", rejected(hostedItem)],
  ["image_generation_call", rejected(hostedItem)],
  ["computer_call", rejected(hostedItem)],
  ["computer_call_output", rejected(hostedItem)],
  ["local_shell_call", rejected(hostedItem)],
  ["local_shell_call_output", rejected(hostedItem)],
  ["shell_call", rejected(hostedItem)],
  ["shell_call_output", rejected(hostedItem)],
  ["apply_patch_call", rejected(hostedItem)],
  ["apply_patch_call_output", rejected(hostedItem)],
  ["mcp_list_tools", taken("what a server listed")],
  ["mcp_approval_request", taken("a call that the client was asked about; without an answer it is not made")],
  [
    "mcp_approval_response",
    taken("the client's answer: the call is made, or its result says that it was not approved"),
  ],
  ["mcp_call", taken("a call that the gateway made, and its output")],
]);

/** The types of parts in a message or a result. */
export const partTypes: SupportTable = new Map([
  ["input_text", taken("text")],
  ["output_text", taken("text of the model")],
  ["refusal", taken("text of the model")],
  ["input_image", taken("an image by its data or its URL; `detail` has no effect")],
  ["input_file", taken("a PDF or a text by its data, or a PDF by its URL")],
  ["input_audio", rejected("the inner form has no audio")],
  ["input_video", rejected("the inner form has no video")],
]);

/** The types of entries in `tools`. */
export const toolTypes: SupportTable = new Map([
  ["function", taken("a tool")],
  ["custom", taken("a tool with one text argument, `input`; a grammar is added to its description")],
  ["namespace", taken("its members, under `namespace__name`; calls come back with their `namespace`")],
  ["tool_search", taken("the gateway's search, or the client's own with `execution: \"client\"`")],
  ["programmatic_tool_calling", rejected("programs are not run here")],
  ["mcp", taken("the gateway runs it: by `server_url`, or by the `server_label` of a server in its config")],
  ["web_search", omitted(webSearch)],
  ["web_search_2025_08_26", omitted(webSearch)],
  ["web_search_preview", omitted(webSearch)],
  ["web_search_preview_2025_03_11", omitted(webSearch)],
  ["file_search", rejected(isHosted)],
  ["computer", rejected(isHosted)],
  ["computer_use_preview", rejected(isHosted)],
  ["code_interpreter", rejected(isHosted)],
  ["image_generation", rejected(isHosted)],
  ["local_shell", rejected(isHosted)],
  ["shell", rejected(isHosted)],
  ["apply_patch", rejected("send it as a custom tool instead")],
]);
