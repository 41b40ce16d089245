import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  config_unreadable: {
    message: "The config {file} cannot be read: expected {expected}, got {received}.",
    remedy: "Fix the file, or remove it from the list of configs.",
  },
  config_key_twice: {
    message: "The config {file} has the key {key} twice, in line {first} and in line {second}: the second one is used.",
    remedy: "Remove or rename one of the two.",
  },
  config_entry_invalid: {
    message: "The server {server} in {file} is not usable: expected {expected}, got {received}.",
    remedy: "Fix this entry; the other servers are not affected.",
  },
  config_variable_missing: {
    message: "The server {server} in {file} needs {variable}, which is not set.",
    remedy: "Set it in the environment, or give it a default in the config, written as NAME:-default.",
  },
  duplicate_server: {
    message: "The server {server} is defined in both {first} and {second}: the first definition is used.",
    remedy: "Rename or remove one of the two entries.",
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
    remedy: "Run the server's command by hand, or run toolcrib doctor to see what the server prints.",
  },
  server_lost: {
    message: "The connection to the server {server} ended during the call: {reason}",
    remedy:
      "Check whether the call had an effect, then call the tool again; the server is being restarted or connected again.",
  },
  call_timed_out: {
    message: "The call to {server} timed out: no answer and no progress for {seconds} seconds.",
    remedy: "Check whether the call had an effect, then request less at once or raise the timeout.",
  },
  answer_invalid: {
    message: "The server {server} returned an invalid result: {reason}",
    remedy: "Report this to the author of the server. Check whether the call had an effect before you repeat it.",
  },
  answer_too_large: {
    message: "The server {server} sent too much: {reason}",
    remedy: "Check whether the call had an effect, then request less at once.",
  },
  input_unanswered: {
    message: "The server {server} asked for input and got none: {reason}",
    remedy: "Pass the input in the arguments, or use a client that supports elicitation.",
  },
  authorization_required: {
    message: "The server {server} requires a login.",
    remedy: "Log in once in a browser; the tokens are stored.",
  },
  authorization_failed: {
    message: "The login to {server} failed: {reason}",
    remedy: "Start the login again, and check that the browser opened the page of this server.",
  },
  user_login_required: {
    message: "The server {server} needs your own login: open {url} in a browser.",
    remedy: "Log in there once, and then repeat the request.",
  },
  user_required: {
    message: "The server {server} uses the login of each user, and this caller is not a user.",
    remedy: "Use a key that belongs to a user, or a token of the gateway's OpenID Connect issuer.",
  },
  unknown_tool: {
    message: "There is no tool {tool}. Nearest names: {nearest}.",
    remedy: "Use one of these names exactly, or search for the tool.",
  },
  tool_held: {
    message: "The tool {tool} is held back: {reason}.",
    remedy: "Review the change and approve it, or leave the tool held back.",
  },
  pin_file_broken: {
    message: "The pin file {file} cannot be read: expected {expected}, got {received}.",
    remedy: "Restore it from version control, or delete it and approve the tools again.",
  },
  pin_file_not_written: {
    message: "The pin file {file} cannot be written: {reason}.",
    remedy: "Free some disk space or grant write access, and approve again.",
  },
  endless_list: {
    message: "The list of the server {server} does not end: {method} returned {pages} pages.",
    remedy: "Report this to the author of the server; a page must not point back to an earlier one.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type McpErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type McpErrorDetails<Code extends McpErrorCode = McpErrorCode> = ErrorDetails<typeof errorTable, Code>;
