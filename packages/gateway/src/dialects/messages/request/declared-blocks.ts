import {
  fields,
  type Inner,
  list,
  named,
  omitted,
  type Part,
  rejected,
  taken,
  types,
  unused,
} from "../../shared/support/declare.ts";

export const cacheHint: Part = unused("a hint for the cache, which does not change the answer");
const citations = omitted("other APIs have no citations");
const caller = omitted("without programs in the request, only the API knows it", {
  harmless: (value) => (value as { readonly type?: unknown }).type === "direct",
});
const toolset = unused("the call has the tool's own name");
const anthropicFile = rejected("the file is stored at Anthropic; send its content");
const asText = taken("text, as JSON");

const text = taken("text", named("text", fields({ text: taken("the text"), citations, cache_control: cacheHint })));
const image = taken(
  "an image",
  named(
    "image",
    fields({
      source: taken(
        "the image",
        types({
          base64: taken("its data"),
          url: taken("its address; an address that the model cannot read is mentioned in a text"),
          file: anthropicFile,
        }),
      ),
      transformations: omitted("only Anthropic's API changes images"),
      cache_control: cacheHint,
    }),
  ),
);
const document = taken(
  "a document",
  named(
    "document",
    fields({
      source: taken(
        "the document",
        types({
          base64: taken("a PDF as a file"),
          text: taken("text"),
          content: taken("its text and images"),
          url: taken("its address; an address that the model cannot read is mentioned in a text"),
          file: anthropicFile,
        }),
      ),
      title: taken("the name of the file"),
      context: taken("text before the document"),
      citations: omitted("other APIs have no citations", {
        harmless: (value) => (value as { readonly enabled?: unknown }).enabled !== true,
      }),
      cache_control: cacheHint,
    }),
  ),
);
const searchResult = taken(
  "text",
  named(
    "search_result",
    fields({
      title: taken("in the text"),
      source: taken("in the text"),
      content: taken("the text"),
      citations: omitted("other APIs have no citations", {
        harmless: (value) => (value as { readonly enabled?: unknown }).enabled !== true,
      }),
      cache_control: cacheHint,
    }),
  ),
);
const reference = taken(
  "loads a tool",
  named("tool_reference", fields({ tool_name: taken("its name"), cache_control: cacheHint })),
);

/** Blocks without a form in other APIs are written out, so that the model can still read them. */
const writtenOut = Object.fromEntries(
  [
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "advisor_tool_result",
    "container_upload",
    "compaction",
    "fallback",
  ].map((type) => [type, asText]),
);
const ofGateway = taken("the gateway's own search and calls, as calls with results");

/** The content of a message. */
export const content: Inner = list(
  named(
    "block",
    types({
      text,
      image,
      document,
      search_result: searchResult,
      thinking: taken(
        "sent back to the upstream that produced it; thoughts of other models are left out",
        fields({ thinking: taken("the thought"), signature: taken("its proof") }),
      ),
      redacted_thinking: taken(
        "sent back to the upstream that produced it; thoughts of other models are left out",
        fields({ data: taken("the thought") }),
      ),
      tool_use: taken(
        "a call",
        fields({
          id: taken("its id"),
          name: taken("the tool"),
          input: taken("its arguments"),
          caller,
          toolset_name: toolset,
          cache_control: cacheHint,
        }),
      ),
      tool_result: taken(
        "the result of a call",
        fields({
          tool_use_id: taken("the call"),
          content: taken(
            "text, images and documents",
            list(
              types({
                text,
                image,
                document,
                search_result: searchResult,
                tool_reference: reference,
                browser_state: asText,
              }),
            ),
          ),
          is_error: taken("a failure; its text says so where the API has no mark for it"),
          toolset_name: toolset,
          cache_control: cacheHint,
        }),
      ),
      server_tool_use: ofGateway,
      tool_search_tool_result: ofGateway,
      mcp_tool_use: ofGateway,
      mcp_tool_result: ofGateway,
      mcp_tool_listing: ofGateway,
      tool_reference: reference,
      tool_addition: taken("loads a tool"),
      tool_removal: taken("the tool cannot be called any more"),
      ...writtenOut,
    }),
  ),
);

/** The blocks of `system`. */
export const system: Inner = list(types({ text }));
