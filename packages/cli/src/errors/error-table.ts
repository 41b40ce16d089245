import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every mistake in the files or settings given to the command: what is wrong, with `{names}` for the details, and what to do.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  file_unreadable: {
    message: "{file} cannot be read: expected a file, got {reason}.",
    remedy: "Check the path (relative to the current folder) and the file's permissions.",
  },
  file_unwritable: {
    message: "{file} cannot be written: expected an existing, writable folder and free disk space, got {reason}.",
    remedy: "Create the folder, grant write access or free some disk space, and run the command again.",
  },
  file_in_use: {
    message: "{file} would be overwritten: expected a separate file for {option}, got the file of {other}.",
    remedy: "Name another file.",
  },
  gzip_broken: {
    message: "{file} cannot be decompressed: expected complete gzip data, got {reason}.",
    remedy: "Copy or compress the file again.",
  },
  json_invalid: {
    message: "{place} cannot be read: expected a JSON object, got {received}.",
    remedy:
      "Write one JSON object per line (JSON Lines) or one JSON array, and check for a truncated line or a missing quote.",
  },
  tool_invalid: {
    message: "{place} is not a tool: expected {expected}, got {received}.",
    remedy: "Write a tool as an object with name, description and input_schema; only the name is required.",
  },
  query_invalid: {
    message: "{place} is not a query: expected {expected}, got {received}.",
    remedy: "Write a query as an object with id, query and gold; gold is an empty list if no tool answers the query.",
  },
  tools_conflict: {
    message: "{place} and {firstPlace} define {name} differently: expected one definition per name.",
    remedy: "Remove or rename one of the two. Repeating the same definition is fine.",
  },
  file_empty: {
    message: "{file} is empty: expected {expected}, got none.",
    remedy: "Check that this is the right file and that it was written completely.",
  },
  no_servers: {
    message: "No config with MCP servers was found: expected at least one server, got none{files}.",
    remedy: "Name a config with --config FILE (toolcrib.json, .mcp.json or a client's), or tools with --tools FILE.",
  },
  no_shared_store: {
    message: "Keys and grants are kept in a store: expected a folder or a postgres:// URL, got memory.",
    remedy: "Name the store with --store, TOOLCRIB_STORE or the config, or a running gateway with --gateway.",
  },
  no_stored_secrets: {
    message: "Secrets are kept in a store: expected a folder or a postgres:// URL, got memory.",
    remedy: "Name the store with --store, TOOLCRIB_STORE or the config.",
  },
  no_secret_keys: {
    message: "The secrets of the store cannot be decrypted: expected keys in {variable}, got none.",
    remedy: "Set the variable as for the gateways of the store: the key to encrypt with first.",
  },
  key_not_named: {
    message: "The action {action} is incomplete: expected {missing}, got none.",
    remedy: "Run the command with --help to see examples.",
  },
  no_skills: {
    message: "No skills found: expected skills in the config, got none in {file}.",
    remedy: "Name a folder with --skills FOLDER, or write skills into toolcrib.json.",
  },
  not_a_remote_server: {
    message: "Cannot log in to {server}: expected a server with a url in the config, one of: {available}.",
    remedy: "Use the name from the config. Servers that are started by a command get their keys from env instead.",
  },
  not_held_back: {
    message: "{tool} cannot be approved: expected the name of a held-back item, one of: {available}.",
    remedy: "Run toolcrib approve without names to list what is held back.",
  },
  client_config_invalid: {
    message: "The config {file} cannot be changed: expected {expected}, got {received}.",
    remedy: "Fix the file and run the command again; it is left unchanged until then.",
  },
  codex_not_found: {
    message: "Codex's own models cannot be listed: expected the command codex on the PATH, got {received}.",
    remedy: "Install Codex, or leave --own-search out: then the gateway searches.",
  },
  already_in_background: {
    message: "A gateway is already running in the background: expected none, got one at {url} (process {pid}).",
    remedy: "Use it, or stop it first with toolcrib stop.",
  },
  background_failed: {
    message: "The gateway did not start in the background: expected it to listen, got {reason}.",
    remedy: "Fix the reported problem, or run it without --background to see more.",
  },
  background_not_stopped: {
    message: "The gateway did not stop: expected process {pid} to end within 20 seconds, got a running process.",
    remedy: "End the process yourself.",
  },
  once_without_conversation: {
    message: "--once cannot be combined with --upstream: expected the scripted model, got a real one.",
    remedy: "Leave --once out to serve the real model, or --upstream to play the scripted conversation.",
  },
  demo_not_installed: {
    message: "The servers and the SDK of the demo are not installed: expected the package {package}, got none.",
    remedy:
      "Run npx -y -p toolcrib -p @toolcrib/demo toolcrib demo --serve, or install it next to toolcrib with npm install @toolcrib/demo. toolcrib demo works without it.",
  },
  encoder_not_installed: {
    message: "The encoder is not installed: expected the package {package}, got none.",
    remedy: "Install it next to toolcrib with npm install @toolcrib/encoder, or leave --embedder out.",
  },
  languages_not_installed: {
    message: "The package for other languages is not installed: expected {package}, got none.",
    remedy: "Install it next to toolcrib with npm install @toolcrib/languages, or leave --languages out.",
  },
  programs_not_installed: {
    message: "Programs cannot run: expected the package {package}, got none.",
    remedy:
      "Install it next to toolcrib with npm install @toolcrib/code quickjs-wasi, or leave --programs and mcp.programs out.",
  },
  history_invalid: {
    message: "{file} is not a history of calls: expected {expected}, got {received}.",
    remedy: "Use a file of toolcrib learning --export or toolcrib mcp --history, or delete it to start again.",
  },
  descriptions_invalid: {
    message: "{file} has no descriptions: expected a JSON object of tool names and texts, got {received}.",
    remedy: 'Write them as {"mcp__shop__find_orders": "Find orders by customer."}, and name the file with --try.',
  },
  pins_need_postgres: {
    message: "--pins store needs a store that replicas share: expected a postgres:// URL, got another store or none.",
    remedy:
      "Name the store in the config, with --store or with TOOLCRIB_STORE, or keep the pins in a file: --pins toolcrib.pins.json.",
  },
  collector_failed: {
    message: "{url} did not accept the logs: expected a 2xx status, got {received}.",
    remedy: "Check the URL of the OpenTelemetry collector; over HTTP it usually ends in :4318/v1/logs.",
  },
  gateway_failed: {
    message: "The request to the gateway at {url} failed: expected an answer, got {received}.",
    remedy:
      "Start it or correct --gateway, and put a key with admin rights into the variable that --gateway-key-env names.",
  },
  count_failed: {
    message: "{url} does not count tokens: expected an answer to POST /v1/messages/count_tokens, got {received}.",
    remedy: "Check the URL and the key (--upstream-key-env), or omit --upstream to estimate tokens instead.",
  },
} as const;

/** The codes of the mistakes that the command can name. */
export type CommandErrorCode = keyof typeof errorTable;

/** The values that a mistake's message names. */
export type CommandErrorDetails<Code extends CommandErrorCode> = ErrorDetails<typeof errorTable, Code>;
