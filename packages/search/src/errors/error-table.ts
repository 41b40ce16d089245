import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_tool: {
    message: "The tool at position {position} is not usable: expected {expected}, got {received}.",
    remedy: "Give every tool a name and pass it as an object, or leave it out of the catalogue.",
  },
  duplicate_tool_name: {
    message: "Two different definitions in one call share the tool name {name}: expected one definition per name.",
    remedy: "Rename one of them or pass only one. Repeating the same definition is fine.",
  },
  invalid_query: {
    message: "The query is not usable: expected a string, got {received}.",
    remedy: "Pass the words, names or pattern to look for as one string.",
  },
  query_too_long: {
    message: "The query is too long: expected at most {limit} characters, got {length}.",
    remedy: "Shorten the query to the words that describe the task.",
  },
  too_many_names: {
    message: "The query asks for too many tools by name: expected at most {limit} names, got {count}.",
    remedy: "Ask for the tools that are needed now, and for the rest in another query.",
  },
  too_many_required_words: {
    message: "The query has too many required words: expected at most {limit} words with +, got {count}.",
    remedy: "Require one or two words, such as the server, and leave out the + in front of the others.",
  },
  pattern_too_long: {
    message: "The regular expression pattern is too long: expected at most {limit} characters, got {length}.",
    remedy: "Shorten the pattern, or search with plain words.",
  },
  pattern_too_large: {
    message:
      "The regular expression pattern takes too much work: expected at most {limit} instructions when its repeats are written out, got {size}.",
    remedy: "Repeat fewer times, use * or + instead of counts, or search with plain words.",
  },
  invalid_pattern: {
    message: "Invalid regular expression pattern: {reason}",
    remedy: "Use RE2 syntax (no backreferences, no lookaround), or search with plain words.",
  },
  catalogue_too_large: {
    message: "The catalogue is too large for this search: expected at most {limit} tools to compare, got {size}.",
    remedy: "Search with plain words and another ranker: patterns and the keyword ranker read every tool.",
  },
  invalid_limit: {
    message: "The limit is not usable: expected a whole number from {minimum} to {maximum}, got {received}.",
    remedy: "Pass a number in that range, or leave the limit out to get the default.",
  },
  unknown_ranker: {
    message: "There is no such ranker: expected one of {available}, got {received}.",
    remedy: "Use one of these names, or pass a ranker object.",
  },
  invalid_table: {
    message: "The embedding table cannot be read: expected {expected}, got {received}.",
    remedy: "Use the table published with this version of the package, and check that the file is complete.",
  },
  invalid_snapshot: {
    message: "The index snapshot cannot be read: expected {expected}, got {received}.",
    remedy: "Build the index again from the tools.",
  },
  invalid_usage_history: {
    message: "The usage history cannot be read: expected {expected}, got {received}.",
    remedy: "Use a file that was exported by this version, or start with an empty history.",
  },
  invalid_vector: {
    message: "The embedder's answer is not usable: expected {expected}, got {received}.",
    remedy: "Check the embedder: one vector per text, all of the same length, finite numbers only.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type SearchErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type SearchErrorDetails<Code extends SearchErrorCode = SearchErrorCode> = ErrorDetails<typeof errorTable, Code>;
