/** A file for `model_catalog_json` with which Codex searches for tools itself, and edits files with its own tool. */
export function modelCatalogue(slug: string): object {
  return {
    models: [
      {
        slug,
        display_name: slug,
        description: "A model behind the gateway.",
        supported_reasoning_levels: [],
        shell_type: "unified_exec",
        visibility: "list",
        supported_in_api: true,
        priority: 1,
        base_instructions: "You are a coding agent. You and the user share one workspace.",
        supports_reasoning_summaries: false,
        support_verbosity: false,
        apply_patch_tool_type: "freeform",
        truncation_policy: { mode: "tokens", limit: 10_000 },
        supports_parallel_tool_calls: true,
        context_window: 200_000,
        experimental_supported_tools: [],
        supports_search_tool: true,
      },
    ],
  };
}
