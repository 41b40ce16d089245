/** The operator's input: config, environment, options of `createGateway`. They have no `status`, because they never reach a client. */
export const configErrors = {
  config_unreadable: {
    message: "The config file {file} cannot be read: expected a JSON object, got {reason}.",
    remedy: "Check the path and the JSON.",
  },
  config_key_twice: {
    message:
      "The config file {file} has the key {key} twice: expected it once, got it in line {first} and in line {second}.",
    remedy: "Remove or rename one of the two.",
  },
  config_invalid: {
    message: "The config is not usable{place}: expected {field} to be {expected}, got {received}.",
    remedy: "Correct it, or leave it out to get the default; toolcrib.schema.json describes every field.",
  },
  config_unknown_field: {
    message: "The config has an unknown field{place}: expected {expected}, got {field}.",
    remedy: "Correct its name, or remove it; toolcrib.schema.json describes every field.",
  },
  invalid_part: {
    message: "An option of createGateway is not usable: expected {part} of specification v1, got {received}.",
    remedy: "Pass an object that implements this contract, with its specificationVersion.",
  },
  duplicate_endpoint: {
    message: "Two dialects would answer {path}: expected one, got {first} and {second}.",
    remedy: "Leave one of them out, or give it other paths.",
  },
  duplicate_upstream: {
    message: "Duplicate upstream name: expected unique names, got {name} twice.",
    remedy: "Rename the upstream passed to createGateway, or the one in the config.",
  },
  unknown_loader: {
    message: "The config names an unknown loader: expected one of {known}, got {name}.",
    remedy: "Name another, or pass the loader to createGateway.",
  },
  duplicate_loader: {
    message: "Duplicate loader name: expected unique names, got {name} twice.",
    remedy: "Give the added loader another name.",
  },
  unknown_ranker: {
    message: "The config names an unknown ranker: expected one of {known}, got {name}.",
    remedy: "Name another, or pass the ranker to createGateway.",
  },
  embedder_missing: {
    message: "The config names an embedder that createGateway was not given: expected {name}, got none.",
    remedy: "Pass the embedder to createGateway, such as await loadEncoder(), or leave search.embedder out.",
  },
  languages_missing: {
    message:
      "The config turns on other languages: expected a language reader in the options of createGateway, got none.",
    remedy: "Pass languages to createGateway, such as createLanguages(), or leave search.languages out.",
  },
  index_needs_store: {
    message:
      "The config asks for search in the store: expected a store in a folder or in PostgreSQL, got one in memory.",
    remedy: "Set `store` to a folder or a postgres:// URL, or leave search.index out.",
  },
  duplicate_ranker: {
    message: "Duplicate ranker name: expected unique names, got {name} twice.",
    remedy: "Give the added ranker another name.",
  },
  unknown_upstream: {
    message: "The route for {model} names an unknown upstream: expected one of {available}, got {received}.",
    remedy: "Add it to upstreams, or name another.",
  },
  key_missing_in_environment: {
    message: "The upstream {upstream} takes its key from the environment: expected {variable} to be set, got nothing.",
    remedy: "Set the variable, or leave apiKeyEnv out to forward the clients' own keys.",
  },
  open_without_keys: {
    message:
      "The gateway would be open to others without a key: expected keys, oidc or requireKeys in the config, or a loopback host, got {host}.",
    remedy: "Listen on 127.0.0.1, or create a key with toolcrib key and put its hash into keys.",
  },
  port_not_allowed: {
    message: "Port {port} on {host} cannot be used: expected permission to listen there, got {reason}.",
    remedy:
      "Choose a port above 1023 with --port or port in the config, or give the process the right to use low ports.",
  },
  host_not_here: {
    message: "Cannot listen on {host}: expected an address of this machine, got {reason}.",
    remedy:
      "Use 127.0.0.1 for this machine alone, or 0.0.0.0 with keys for all of its addresses (--host, or host in the config).",
  },
  port_in_use: {
    message: "Port {port} on {host} cannot be used: expected a free port, got {reason}.",
    remedy:
      "Stop the other program, or choose another port with --port, or port or healthPort in the config (0 takes any free one).",
  },
  secret_keys_needed: {
    message:
      "The server {server} uses logins of users, which the store keeps encrypted: expected keys in {variable}, got none.",
    remedy: "Create a key with toolcrib secrets key, and set the variable for all gateways of the store.",
  },
  invalid_audit_key: {
    message:
      "The key that signs the audit log is invalid: expected {variable} to hold a private key, got something else.",
    remedy: "Create one with toolcrib audit key, and put the private part into the variable.",
  },
  audit_without_journal: {
    message: "The store cannot keep an audit log: expected one with a journal, got one without.",
    remedy: "Leave audit out of the config, or give createGateway a store that has a journal.",
  },
  provider_package_missing: {
    message: "Provider package {package} cannot be loaded: expected it to be installed, got {reason}.",
    remedy: "Run npm i {package} in the folder of the gateway or of the config, or correct the name of the package.",
  },
  provider_package_unusable: {
    message: "The provider package {package} is not usable: expected {expected}, got {received}.",
    remedy: "Name a package of the AI SDK that provides language models, and the settings it needs.",
  },
} as const;
