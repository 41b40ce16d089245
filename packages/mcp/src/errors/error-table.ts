import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  config_unreadable: {
    message: "The config {file} cannot be read: expected {expected}, got {received}.",
    remedy: "Correct the file, or take it out of the list of configs.",
  },
  config_entry_invalid: {
    message: "The server {server} in {file} is not usable: expected {expected}, got {received}.",
    remedy: "Correct this entry; the other servers are not affected.",
  },
  config_variable_missing: {
    message: "The server {server} in {file} needs {variable}, which is not set.",
    remedy: "Set it in the environment, or write a default behind its name in the config, after a colon and a dash.",
  },
  duplicate_server: {
    message: "The server name {server} stands in {first} and in {second}: the first one counts.",
    remedy: "Rename one of the two entries, or remove one.",
  },
  unknown_server: {
    message: "There is no server {server}: expected one of {available}.",
    remedy: "Check the name against the config.",
  },
  server_disabled: {
    message: "The server {server} is disabled in its config.",
    remedy: "Remove disabled from its entry, or enable it in the client that wrote the config.",
  },
  server_failed: {
    message: "The server {server} cannot be reached: {reason}",
    remedy: "Run the server's command by hand, or ask toolcrib doctor, which shows what the server printed.",
  },
  server_lost: {
    message: "The server {server} ended while the call was running: {reason}",
    remedy: "Call the tool again; the server is being started anew. Check first whether the call had an effect.",
  },
  call_timed_out: {
    message:
      "The server {server} neither answered nor told of progress for {seconds} seconds, and the call was given up.",
    remedy: "Ask for less at once, or give calls more time. Check first whether the call had an effect.",
  },
  answer_invalid: {
    message: "The server {server} answered with what is no valid result: {reason}",
    remedy: "Report this to the author of the server. Check first whether the call had an effect.",
  },
  input_unanswered: {
    message: "The server {server} needs input that it does not get: {reason}",
    remedy: "Give what it asks for in the arguments, or use a client that answers such questions.",
  },
  authorization_required: {
    message: "The server {server} wants a user to log in first.",
    remedy: "Authorize it once in a browser; the tokens are kept for the next time.",
  },
  authorization_failed: {
    message: "The login for {server} did not work: {reason}",
    remedy: "Start the login again, and check that the browser opened the address of this server.",
  },
  unknown_tool: {
    message: "There is no tool {tool}. Nearest names: {nearest}.",
    remedy: "Use one of these names exactly, or search for the tool.",
  },
  tool_held: {
    message: "The tool {tool} is held back: {reason}.",
    remedy: "Look at what changed and approve it, or leave it held back.",
  },
  pin_file_broken: {
    message: "The pin file {file} cannot be read: expected {expected}, got {received}.",
    remedy: "Restore it from version control, or delete it and approve the tools again.",
  },
  pin_file_not_written: {
    message: "The pin file {file} cannot be written: {reason}.",
    remedy: "Make room or give write access, and approve again.",
  },
  endless_list: {
    message: "The server {server} never ends its {method}: {pages} pages were read.",
    remedy: "Report this to the author of the server; a page must not point back to an earlier one.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type McpErrorCode = keyof typeof errorTable;

/** The values that an error's message names, as plain data. */
export type McpErrorDetails<Code extends McpErrorCode = McpErrorCode> = ErrorDetails<typeof errorTable, Code>;
