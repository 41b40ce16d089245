import {
  at,
  fields,
  type Inner,
  list,
  named,
  omitted,
  type Part,
  partly,
  rejected,
  taken,
  types,
  unused,
} from "../../../../shared/support/declare.ts";
import { isForeignFile } from "../../../shared/media-blocks.ts";
import { cacheHint, onlyOpenAi, programPart, tools } from "./declared-tools.ts";

const hosted = rejected("it belongs to a tool that runs on OpenAI's servers");
const itemId = unused("items are read in their order");
const status = unused("an item is read as it is");
const fileId = "the file belongs to an upstream; send its data or its address";
const noCaller = (value: unknown): boolean => (value as { readonly type?: unknown }).type === "direct";
const caller = programPart(noCaller);
const asyncCall = rejected("calls are answered in the next request", { harmless: [false] });

const inputText = taken(
  "text",
  named("input_text", fields({ text: taken("the text"), prompt_cache_breakpoint: cacheHint })),
);
const image = taken(
  "an image",
  named(
    "input_image",
    fields({
      image_url: taken("its data or its address; nothing is fetched"),
      file_id: rejected(fileId),
      detail: at(["chat"], taken("`detail`"), omitted(onlyOpenAi, { harmless: ["auto"] })),
      prompt_cache_breakpoint: cacheHint,
    }),
  ),
);
const file = taken(
  "a file",
  named(
    "input_file",
    fields({
      file_data: partly("a PDF or a text; any other file is rejected", (value) => !isForeignFile(value)),
      file_url: at(["chat"], rejected("Chat Completions takes no addresses of files"), taken("the address of a PDF")),
      file_id: at(["chat"], taken("`file_id`"), rejected(fileId)),
      filename: taken("the title"),
      detail: omitted(onlyOpenAi, { harmless: ["auto"] }),
      prompt_cache_breakpoint: cacheHint,
    }),
  ),
);
const media = {
  input_image: image,
  input_file: file,
  input_audio: rejected("prompts are text, images and files"),
  input_video: rejected("prompts are text, images and files"),
};
const outputText = taken(
  "text of the model",
  named(
    "output_text",
    fields({
      text: taken("the text"),
      annotations: omitted("sources of an answer, which tools of OpenAI find", { harmless: [[]] }),
      logprobs: unused("they describe an answer that is given"),
    }),
  ),
);
const refusal = taken("text of the model", named("refusal", fields({ refusal: taken("the text") })));
const texts = { input_text: inputText, output_text: outputText, refusal };

const message = (name: string, content: Inner): Inner =>
  named(
    name,
    fields({
      content: taken("its content", content),
      id: itemId,
      status,
      phase: omitted("a mark of OpenAI's models", { harmless: ["final_answer"] }),
      type: unused("`message`"),
    }),
  );
const onlyTexts = rejected("messages of the system hold text only");
const systemContent = list(
  named(
    "part of a system message",
    types({ ...texts, input_image: onlyTexts, input_file: onlyTexts, input_audio: onlyTexts, input_video: onlyTexts }),
  ),
);
const anyContent = list(named("part", types({ ...texts, ...media })));
const output = (note: string): Part => taken(note, anyContent);
const spoken = message("message", anyContent);
const ofSystem = message("system message", systemContent);

const call = (argument: string): Inner =>
  fields({
    call_id: taken("the id of the call"),
    name: taken("the tool"),
    [argument]: taken("its arguments"),
    namespace: taken("the namespace of the tool"),
    id: itemId,
    status,
    async: asyncCall,
    caller,
  });
const result = named(
  "result",
  fields({
    call_id: taken("the id of the call"),
    output: output("a text, or texts, images and files"),
    id: itemId,
    status,
    caller,
    name: unused("the call has it"),
    namespace: unused("the call has it"),
  }),
);
const execution = taken("whose search it is");
const ofServer = { server_label: taken("the server") };

/** The items of `input`. */
export const items: Inner = list(
  named(
    "item",
    types(
      {
        message: taken(
          "a message",
          types(
            {
              user: taken("a message", spoken),
              assistant: taken("an answer", spoken),
              system: taken("the system prompt; after an answer, a message of the system", ofSystem),
              developer: taken("like `system`", ofSystem),
            },
            "role",
          ),
        ),
        function_call: taken("a call, with its namespace in its name", call("arguments")),
        function_call_output: taken("the result of a call", result),
        custom_tool_call: at(
          ["chat"],
          taken("a `custom` call where the server takes them"),
          taken("a call with one argument, `input`", call("input")),
        ),
        custom_tool_call_output: taken("the result of such a call", result),
        reasoning: taken(
          "the model's own thoughts; those of another model are left out",
          fields({
            encrypted_content: taken("the thought, as the gateway gave it to the client"),
            summary: unused("`encrypted_content` holds the thought"),
            content: unused("`encrypted_content` holds the thought"),
            id: itemId,
            status,
          }),
        ),
        item_reference: taken(
          "an item of a response that is kept; any other is not found",
          fields({ id: taken("the item") }),
        ),
        tool_search_call: taken(
          "a search",
          fields({
            arguments: taken("the query"),
            call_id: taken("the id of the client's search"),
            execution,
            id: taken("the id of the gateway's search"),
            status,
          }),
        ),
        tool_search_output: taken(
          "loads the tools that were found; one without its call loads them too",
          fields({
            tools: taken("the tools", tools),
            call_id: taken("the id of the client's search"),
            execution,
            id: unused("searches are read in their order"),
            status,
          }),
        ),
        additional_tools: taken(
          "at the beginning like `tools`; later, tools that are loaded from there on",
          fields({ tools: taken("the tools", tools), role: taken("`developer`"), id: itemId }),
        ),
        mcp_list_tools: taken(
          "what a server listed",
          fields({
            ...ofServer,
            tools: taken("the names of its tools"),
            id: itemId,
            error: unused("a list that failed is empty"),
          }),
        ),
        mcp_call: taken(
          "a call that the gateway made, and its output",
          fields({
            ...ofServer,
            id: taken("the id of the call"),
            name: taken("the tool"),
            arguments: taken("its arguments"),
            output: taken("its result"),
            error: taken("its result, as an error"),
            status: taken("`incomplete`: the gateway makes the call now"),
            approval_request_id: unused("the request itself is an item"),
          }),
        ),
        mcp_approval_request: taken(
          "a call that the client was asked about; without an answer it is not made",
          fields({
            ...ofServer,
            id: taken("the id of the call"),
            name: taken("the tool"),
            arguments: taken("its arguments"),
          }),
        ),
        mcp_approval_response: taken(
          "the client's answer: the call is made, or its result says that it was not approved",
          fields({
            approval_request_id: taken("the request"),
            approve: taken("the answer"),
            reason: taken("told to the model"),
            id: itemId,
          }),
        ),
        configuration_update: rejected("settings in the middle of a conversation are not translated"),
        compaction: rejected("only OpenAI's models can read it"),
        compaction_trigger: rejected("the gateway does not compact conversations"),
        program: programPart(),
        program_output: programPart(),
        file_search_call: hosted,
        web_search_call: hosted,
        code_interpreter_call: hosted,
        image_generation_call: hosted,
        computer_call: hosted,
        computer_call_output: hosted,
        local_shell_call: hosted,
        local_shell_call_output: hosted,
        shell_call: hosted,
        shell_call_output: hosted,
        apply_patch_call: hosted,
        apply_patch_call_output: hosted,
      },
      "type",
      "message",
    ),
  ),
);
