import { ToolIndex } from "@toolcrib/search";
import { type Block, type ToolEntry, text } from "../client/conversation.ts";
import { runAgent } from "../client/run-agent.ts";
import { messagesModel, systemPrompt } from "../client/system-prompt.ts";
import { messagesWire } from "../client/wires/messages.ts";
import type { SetUp } from "./set-up.ts";
import { answerFromWorld, toolEntry } from "./world-calls.ts";

const searchTool: ToolEntry = {
  name: "ToolSearch",
  description: [
    "Fetches full schema definitions for deferred tools so they can be called.",
    "",
    "Deferred tools appear by name in <system-reminder> messages. Until fetched, only the name is known — there is no parameter schema, so the tool cannot be invoked. This tool takes a query, matches it against the deferred tool list, and returns the matched tools' complete JSONSchema definitions inside a <functions> block. Once a tool's schema appears in that result, it is callable exactly like any tool defined at the top of this prompt.",
    "",
    'Result format: each matched tool appears as one <function>{"description": "...", "name": "...", "parameters": {...}}</function> line inside the <functions> block — the same encoding as the tool list at the top of this prompt.',
    "",
    "Query forms:",
    '- "select:Read,Edit,Grep" — fetch these exact tools by name',
    '- "notebook jupyter" — keyword search, up to max_results best matches',
    '- "+slack send" — require "slack" in the name, rank by remaining terms',
  ].join("\n"),
  input_schema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        description:
          'Query to find deferred tools. Use "select:<tool_name>" for direct selection, or keywords to search.',
      },
      max_results: { type: "number", description: "Maximum number of results to return (default: 5)", default: 5 },
    },
    required: ["query", "max_results"],
  },
};

const placeholder: ToolEntry = {
  name: "DeferredToolPlaceholder",
  description: "Reserved placeholder that keeps deferred tool loading active; never call this tool.",
  input_schema: { type: "object", properties: {} },
  defer_loading: true,
};

const header =
  "The following deferred tools are now available via ToolSearch. Their schemas are NOT loaded — calling them directly will fail with InputValidationError. " +
  'Use ToolSearch with query "select:<name>[,<name>...]" to load tool schemas before calling them:';

const defaultResults = 5;

/** Claude Code's own tool search, as it goes over the wire: names announced, keywords, references that the API expands. */
export const claudeCodeSearch: SetUp = {
  name: "claude-code-search",
  title: "Claude Code's search",
  dialect: "messages",
  searchTools: ["ToolSearch"],
  playsLike: ["bridge-messages"],
  async start({ relay, catalogue }) {
    const index = new ToolIndex({ embedder: null });
    index.add(
      catalogue.tools.map(({ name, tool }) => ({
        name,
        description: tool.description ?? "",
        input_schema: tool.inputSchema,
      })),
    );
    const names = catalogue.tools.map(({ name }) => name).toSorted();
    const announcement = text(`<system-reminder>\n${[header, ...names].join("\n")}\n</system-reminder>`);
    return {
      play({ key, task, world }) {
        const found = new Set<string>();
        const successful = new Set<string>();
        const run = answerFromWorld(catalogue, world);
        return runAgent({
          url: relay.url,
          wire: messagesWire,
          key,
          model: messagesModel,
          system: systemPrompt,
          first: [announcement, text(task.request)],
          tools: () => [
            searchTool,
            placeholder,
            ...[...found].toSorted().flatMap((name) => {
              const tool = catalogue.byName.get(name);
              return tool === undefined ? [] : [{ ...toolEntry(tool), defer_loading: true }];
            }),
          ],
          async answer(call) {
            if (call.name !== searchTool.name) return run(call);
            const { query = "", max_results: limit = defaultResults } = call.input;
            const hits = await findAsClaudeCode(index, String(query), Number(limit));
            for (const name of hits) found.add(name);
            if (hits.length === 0) return { content: "No matching deferred tools found" };
            successful.add(call.id);
            return { content: hits.map((name) => ({ type: "tool_reference", tool_name: name })) };
          },
          notes: (calls) => calls.filter(({ id }) => successful.has(id)).map((): Block => text("Tool loaded.")),
        });
      },
      close: async () => {},
    };
  },
};

async function findAsClaudeCode(index: ToolIndex, query: string, limit: number): Promise<readonly string[]> {
  const { hits } = await index.search(query, { ranker: "keyword", limit: Math.max(1, Math.floor(limit)) });
  return hits.map(({ name }) => name);
}
