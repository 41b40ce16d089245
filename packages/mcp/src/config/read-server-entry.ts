import { findRuleProblem, type PolicyRule } from "@toolcrib/core/policy";
import { shownUrl } from "@toolcrib/core/redaction";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { isHeaderValue } from "@toolcrib/shared/text";
import { McpError } from "../errors/mcp-error.ts";
import { expandVariables, type VariableSources } from "./expand-variables.ts";
import { type AuthReader, readUserAuth } from "./read-user-auth.ts";
import type { ServerEntry } from "./server-entry.ts";
import { findKeyProblem } from "./server-entry-keys.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses one entry of a config, in the spelling of any client. Throws an `McpError` that names the entry and its file.
 */
export function readServerEntry(name: string, value: unknown, source: string, sources: VariableSources): ServerEntry {
  const entry = new EntryReader(name, source, sources);
  const fields = entry.object(value, "an object with command or url");
  const wrongKey = findKeyProblem(fields, isOwnConfig(source) ? "own" : "client");
  if (wrongKey !== undefined) throw entry.problem(wrongKey.expected, wrongKey.received);
  const common = {
    name,
    source,
    disabled: entry.flag(fields, "disabled", false) || !entry.flag(fields, "enabled", true),
    alwaysLoad: entry.flag(fields, "alwaysLoad", false),
    policy: entry.rules(fields["policy"]),
  };
  const url = fields["url"] ?? fields["serverUrl"] ?? fields["httpUrl"];
  const auth = readUserAuth(fields["auth"], entry, isOwnConfig(source));
  if (fields["command"] !== undefined && url === undefined) {
    if (auth !== undefined) throw entry.problem("auth for a url", "auth for a command");
    const cwd = entry.optionalText(fields, "cwd");
    return {
      ...common,
      transport: "stdio",
      command: entry.text(fields["command"], "command"),
      args: entry.texts(fields["args"], "args"),
      env: entry.textsByName(fields["env"], "env"),
      ...(cwd === undefined ? {} : { cwd }),
    };
  }
  if (url === undefined) throw entry.problem("command (a program to start) or url", "neither");
  if (fields["command"] !== undefined) throw entry.problem("either command or url", "both");
  const headers = entry.headers(fields["headers"]);
  if (auth !== undefined && Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) {
    throw entry.problem("either auth or the header authorization", "both");
  }
  return {
    ...common,
    transport: remoteTransport(entry, fields),
    url: entry.url(url),
    headers,
    ...(auth === undefined ? {} : { auth }),
  };
}

/** Recognised by its name; any other file may be a client's. */
function isOwnConfig(source: string): boolean {
  return /toolcrib[^\\/]*$/.test(source);
}

function remoteTransport(entry: EntryReader, fields: Fields): "http" | "sse" {
  const type = fields["type"] ?? fields["transport"];
  if (type === undefined || type === "http" || type === "streamable-http" || type === "streamableHttp") return "http";
  if (type === "sse") return "sse";
  throw entry.problem('type to be "http" or "sse" for a url', describeValue(type));
}

/** Reads the values of one entry; errors name the entry and its file. */
class EntryReader implements AuthReader {
  readonly #name: string;
  readonly #source: string;
  readonly #sources: VariableSources;

  constructor(name: string, source: string, sources: VariableSources) {
    this.#name = name;
    this.#source = source;
    this.#sources = sources;
  }

  problem(expected: string, received: string): McpError {
    return new McpError("config_entry_invalid", { server: this.#name, file: this.#source, expected, received });
  }

  object(value: unknown, expected: string): Fields {
    if (isRecord(value)) return value as Fields;
    throw this.problem(expected, describeValue(value));
  }

  text(value: unknown, field: string): string {
    if (typeof value !== "string" || value === "") {
      throw this.problem(`${field} to be a text`, describeValue(value));
    }
    const { text, missing } = expandVariables(value, this.#sources);
    if (missing.length > 0) {
      const [first = ""] = missing;
      throw new McpError("config_variable_missing", { server: this.#name, file: this.#source, variable: first });
    }
    return text;
  }

  optionalText(fields: Fields, field: string): string | undefined {
    return fields[field] === undefined || fields[field] === null ? undefined : this.text(fields[field], field);
  }

  texts(value: unknown, field: string): readonly string[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.problem(`${field} to be a list of texts`, describeValue(value));
    return value.map((item: unknown, position) => (item === "" ? "" : this.text(item, `${field}[${position}]`)));
  }

  // Numbers and booleans are common in `env`, and their meaning is clear.
  textsByName(value: unknown, field: string): Readonly<Record<string, string>> {
    if (value === undefined || value === null) return {};
    const texts: Record<string, string> = {};
    for (const [key, item] of Object.entries(this.object(value, `${field} to be an object of texts`))) {
      if (item === null) continue;
      texts[key] =
        typeof item === "number" || typeof item === "boolean" || item === ""
          ? String(item)
          : this.text(item, `${field}.${key}`);
    }
    return texts;
  }

  headers(value: unknown): Readonly<Record<string, string>> {
    const headers = Object.entries(this.textsByName(value, "headers")).map(([name, text]) => {
      // HTTP ignores white space around a value, such as the line break at the end of a file with a key.
      const trimmed = text.trim();
      if (isHeaderValue(trimmed)) return [name, trimmed] as const;
      // Without the value: it may be a key.
      throw this.problem(`headers.${name} to be a text that an HTTP header can hold`, "another text");
    });
    return Object.fromEntries(headers);
  }

  url(value: unknown): string {
    const text = this.text(value, "url");
    const protocol = URL.canParse(text) ? new URL(text).protocol : "";
    if (protocol === "http:" || protocol === "https:") return text;
    throw this.problem("url to be an http or https address", describeValue(shownUrl(text)));
  }

  flag(fields: Fields, field: string, fallback: boolean): boolean {
    const value = fields[field] ?? fallback;
    if (typeof value === "boolean") return value;
    throw this.problem(`${field} to be true or false`, describeValue(value));
  }

  rules(value: unknown): readonly PolicyRule[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.problem("policy to be a list of rules", describeValue(value));
    return value.map((item: unknown, position) => {
      const rule = this.object(item, `policy[${position}] to be an object`);
      const ownRule = { ...rule, server: this.#name };
      const problem = findRuleProblem(ownRule);
      if (problem === undefined) return ownRule as unknown as PolicyRule;
      const place = `policy[${position}]${problem.field === "" ? "" : `.${problem.field}`}`;
      throw this.problem(`${place} to be ${problem.expected}`, describeValue(problem.received));
    });
  }
}
