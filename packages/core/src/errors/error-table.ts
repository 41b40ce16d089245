import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_request: {
    message: "The request is not usable: expected {field} to be {expected}, got {received}.",
    remedy: "Pass what prepareRequest's input type describes.",
  },
  invalid_message: {
    message: "The message at position {position} is not usable: expected {path} to be {expected}, got {received}.",
    remedy:
      "Pass messages as the Anthropic Messages API takes them: a role, and a string or an array of content blocks.",
  },
  invalid_tool: {
    message: "The tool at position {position} is not usable: expected {expected}, got {received}.",
    remedy: "Give every tool a name and an input_schema of type object, or leave it out.",
  },
  duplicate_tool_name: {
    message: "Two tools at positions {first} and {second} share the name {name}: expected every name once.",
    remedy: "Rename one of them or pass only one; tools of MCP servers are named mcp__server__tool.",
  },
  invalid_setting: {
    message: "The setting {setting} is not usable: expected {expected}, got {received}.",
    remedy: "Correct it, or leave it out to get the default.",
  },
  invalid_call: {
    message: "The tool call is not usable: expected {expected}, got {received}.",
    remedy: "Pass the tool_use block of the model's answer unchanged.",
  },
  invalid_skill: {
    message: "The skill at {location} is not usable: expected {expected}, got {received}.",
    remedy: "Start SKILL.md with front matter between two lines of --- with a name and a description.",
  },
  duplicate_skill_name: {
    message: "The skill name {name} is used by two skills, {first} and {second}: expected every name once.",
    remedy: "Rename one of the skills or leave one of the sources out.",
  },
  unknown_skill: {
    message: "There is no skill {name}: expected one of the {count} skills of the library.",
    remedy: "Look the name up in the library's skills, or open the library with the source that has it.",
  },
  search_tool_name_taken: {
    message: "The tools already include one named {name}: expected this name to be free for the search tool.",
    remedy: "Rename that tool, or give the search tool another name with searchToolName.",
  },
  applied_twice: {
    message: "Toolcrib is applied twice to one request by {adapter}: expected it once.",
    remedy: "Wrap the model or register the middleware once; to defer more tools, pass all of them to one call.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type CoreErrorCode = keyof typeof errorTable;

/** The values that an error's message names, as plain data. */
export type CoreErrorDetails<Code extends CoreErrorCode = CoreErrorCode> = ErrorDetails<typeof errorTable, Code>;
