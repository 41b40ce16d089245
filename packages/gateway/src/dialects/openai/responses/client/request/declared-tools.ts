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

export const onlyOpenAi = "only OpenAI's APIs have it";
const ofPrograms =
  "for programs that the gateway runs: they need `programmatic_tool_calling` and a tool that programs may call";
/** A part that is taken where the gateway runs programs. Without them only harmless values are. */
export const programPart = (harmless: (value: unknown) => boolean = () => false): Part => partly(ofPrograms, harmless);
export const cacheHint: Part = unused("a hint for the cache, which does not change the answer");

const hosted = rejected("it runs on OpenAI's servers; offer a function or an MCP server instead");
const webSearch = omitted("it runs on OpenAI's servers; Codex sends it unasked");
const noConnector = rejected("it is run by OpenAI; send the server's URL");
const name = taken("its name");
const description = taken("its description");
const deferral = taken("keeps the tool out of the prompt until it is found, if the request has a `tool_search`");
const callers = programPart((value) => Array.isArray(value) && (value.length === 0 || value.includes("direct")));
const asyncCalls = rejected("calls are answered in the next request", { harmless: [false] });

const definition = named(
  "function",
  fields({
    name,
    description,
    parameters: taken("its schema"),
    strict: at(["ai-sdk"], taken("where the package has it"), taken("`strict`, where the schema allows it")),
    defer_loading: deferral,
    allowed_callers: callers,
    async: asyncCalls,
    output_schema: unused("programs get results as values of it; without programs it is not read"),
  }),
);
const customDefinition = named(
  "custom",
  fields({
    name,
    description,
    format: taken(
      "free text, or a grammar",
      types({
        text: unused("free text is the default"),
        grammar: taken(
          "enforced by OpenAI's APIs, and in the description for other models",
          fields({ syntax: taken("`lark` or `regex`"), definition: taken("the grammar") }),
        ),
      }),
    ),
    defer_loading: deferral,
    allowed_callers: callers,
    async: asyncCalls,
  }),
);
const custom = at(
  ["chat"],
  taken("a `custom` tool where the server takes them"),
  taken("a tool with one text argument, `input`", customDefinition),
);
const filter = named(
  "filter",
  fields({
    tool_names: taken("their names"),
    read_only: rejected("name the tools in tool_names", { harmless: [false] }),
  }),
);
const mcp = taken(
  "the gateway runs it",
  fields({
    server_label: taken("a server of the gateway's config, if there is no `server_url`"),
    server_url: taken("its address, if `mcp.allowedHosts` allows it"),
    server_description: unused("the server describes itself"),
    allowed_tools: taken("the tools that may be called", filter),
    authorization: taken("sent to the server"),
    headers: taken("sent to the server"),
    require_approval: taken(
      "which calls the client is asked about; `always` if it is left out",
      fields({ always: taken("tools", filter), never: taken("tools", filter) }),
    ),
    defer_loading: deferral,
    allowed_callers: callers,
    connector_id: noConnector,
    tunnel_id: noConnector,
  }),
);

/** The entries of `tools`, and of items that bring tools. */
export const tools: Inner = list(
  named(
    "tool",
    types({
      function: taken("a tool", definition),
      custom,
      namespace: taken(
        "its members, under `namespace__name`; calls come back with their `namespace`",
        fields({
          name,
          description: taken("added to the description of each member"),
          tools: taken("the members", list(types({ function: taken("a tool", definition), custom }))),
        }),
      ),
      tool_search: taken(
        "the gateway's search, or the client's own with `execution: \"client\"`",
        fields({
          execution: taken("whose search it is"),
          description: taken("the description of the client's search"),
          parameters: taken("the schema of the client's search"),
        }),
      ),
      mcp,
      web_search: webSearch,
      web_search_2025_08_26: webSearch,
      web_search_preview: webSearch,
      web_search_preview_2025_03_11: webSearch,
      programmatic_tool_calling: programPart(),
      file_search: hosted,
      computer: hosted,
      computer_use_preview: hosted,
      code_interpreter: hosted,
      image_generation: hosted,
      local_shell: hosted,
      shell: hosted,
      apply_patch: rejected("send it as a custom tool instead"),
    }),
  ),
);
