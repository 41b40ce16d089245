import type { Tool } from "@toolcrib/core";

/** Which of the API's searches an entry is. */
export type SearchVariant = "regex" | "bm25";

export function variantOf(entry: Tool): SearchVariant {
  return entry.type?.startsWith("tool_search_tool_regex") === true ? "regex" : "bm25";
}

const limit = {
  type: "integer",
  minimum: 1,
  maximum: 10_000,
  description: "How many tools to return at most. Default: 5.",
};

const preamble = [
  "Finds tools that are available but not in your prompt.",
  "Names, descriptions, argument names and argument descriptions are searched. A tool that was found stays loaded.",
];

const functions: Readonly<Record<SearchVariant, Pick<Tool, "description" | "input_schema">>> = {
  regex: {
    description: [
      ...preamble,
      "The pattern is a regular expression, unanchored and in any case: weather, get_.*_data, database.*query|query.*database.",
    ].join("\n"),
    input_schema: {
      type: "object",
      properties: {
        pattern: { type: "string", maxLength: 200, description: "Regular expression, at most 200 characters." },
        limit,
      },
      required: ["pattern"],
    },
  },
  bm25: {
    description: [...preamble, "The query is plain words for what the tool should do."].join("\n"),
    input_schema: {
      type: "object",
      properties: {
        query: { type: "string", maxLength: 500, description: "Plain words, at most 500 characters." },
        limit,
      },
      required: ["query"],
    },
  },
};

/** The API's search entry as an ordinary tool, for a model that the gateway answers itself. The same entry gives the same text. */
export function searchFunction(entry: Tool): Tool {
  const variant = variantOf(entry);
  const { cache_control: breakpoint, description } = entry;
  const own = functions[variant];
  return {
    name: entry.name ?? `tool_search_tool_${variant}`,
    ...own,
    // Only other dialects have one: it says what can be found.
    ...(typeof description === "string" && { description: `${own.description}\n${description}` }),
    ...(breakpoint === undefined || breakpoint === null ? {} : { cache_control: breakpoint }),
  };
}
