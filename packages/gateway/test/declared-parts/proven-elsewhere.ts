/** Parts whose effect a single request to a model without MCP servers cannot show, and the tests that show it. */
export const provenElsewhere: readonly (readonly [part: RegExp, test: string])[] = [
  [/^Messages (?:mcp_servers|tools\[mcp_toolset\])$/, "toolset-servers.test.ts"],
  [/^Messages block\[(?:server_tool_use|tool_search_tool_result|mcp_tool\w+)\]$/, "searches-inside.test.ts"],
  [/^Messages block\[tool_(?:addition|removal)\]$/, "../src/catalogue/api-contract.test.ts"],
  [/^Responses tool\[mcp\]/, "openai-mcp.test.ts"],
  [/^Responses tool_choice\[allowed_tools\]\.tools\[mcp\]/, "openai-mcp.test.ts"],
  [/^Responses filter\.tool_names$/, "openai-mcp.test.ts"],
  [/^Responses item\[mcp_call\]\.status$/, "openai-mcp.test.ts"],
  [/^Responses item\[item_reference\]/, "openai-item-references.test.ts"],
  [/^Responses (?:previous_response_id|store)$/, "openai-responses.test.ts"],
  [/^Responses item\[tool_search_(?:call|output)\]\.(?:execution|id)$/, "openai-tool-search.test.ts"],
  [/^Responses tool\[tool_search\]\.(?:description|parameters)$/, "openai-tool-search.test.ts"],
  [/^Responses (?:function|custom)\.defer_loading$/, "openai-tool-search.test.ts"],
  [/^Responses item\[additional_tools\]\.role$/, "openai-tool-search.test.ts"],
  [/^Responses item\[reasoning\]\.encrypted_content$/, "translations/translations.test.ts"],
  [/^Chat messages\[assistant\]\.reasoning_details$/, "translations/translations.test.ts"],
  [/^Chat messages\[tool\]\.content\[tool_reference\]/, "chat-extensions.test.ts"],
  [/^(?:Chat|Responses) prompt_cache_key$/, "translations/translations.test.ts"],
  // They hold parts with rows of their own.
  [/^Responses (?:include|stream_options)$/, "openai-responses.test.ts"],
  // The package for Claude leaves it out for models that it does not know.
  [/ai-sdk .*strict$/, "../src/dialects/ai-sdk/tools/call-tools.test.ts"],
];
