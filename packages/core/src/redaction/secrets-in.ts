import { errorMessage } from "@toolcrib/shared/errors";
import { isSecretName, looksSecret } from "./secret-names.ts";

type Texts = Readonly<Record<string, string>>;

const plainHeaders = /^(?:accept|anthropic-beta|anthropic-version|content-|user-agent$|openai-beta$|host$)/i;

/** The secrets in headers: what follows the scheme too, since servers quote that alone. */
export function secretsInHeaders(headers: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || plainHeaders.test(name)) return [];
    const bare = value.replace(/^(?:basic|bearer|token)\s+/i, "");
    return isSecretName(name) || bare !== value || looksSecret(value) ? [value, bare] : [];
  });
}

/** The secrets in variables of an environment. */
export function secretsInEnvironment(variables: Texts): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    isSecretName(name) || looksSecret(value) ? [value] : secretsInUrl(value),
  );
}

/** The secrets in the arguments of a command: `--token x`, `--token=x`, and what looks like a key. */
export function secretsInArguments(words: readonly string[]): readonly string[] {
  return words.flatMap((word, position) => {
    const [, name = "", value = ""] = /^-{0,2}([\w.-]+)[=:](.+)$/s.exec(word) ?? [];
    if (isSecretName(name) || looksSecret(value)) return [value];
    const before = words[position - 1] ?? "";
    const isNamed = before.startsWith("-") && isSecretName(before.replace(/^-+/, ""));
    return isNamed || looksSecret(word) ? [word] : secretsInUrl(word);
  });
}

/** The secrets in a URL: name and password, the whole query, and those values in it that are or look secret. */
export function secretsInUrl(url: string): readonly string[] {
  const [, login = ""] = /^\w+:\/\/([^\s/?#@]+)@/.exec(url) ?? [];
  const [, password = ""] = /:(.*)$/s.exec(login) ?? [];
  const [, query = ""] = /^\w+:\/\/[^?#]*\?([^#]*)/.exec(url) ?? [];
  const values = query.split("&").flatMap((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return isSecretName(name) || /key|code|sig/i.test(name) || looksSecret(value) ? [value] : [];
  });
  return [login, password, query, ...values].filter((text) => text !== "").flatMap((text) => [text, decoded(text)]);
}

/** The secrets in any settings, found by the names of their fields, by their look, and in URLs. */
export function secretsInSettings(settings: unknown, name = "", depth = 0): readonly string[] {
  if (typeof settings === "string") {
    return isSecretName(name) || looksSecret(settings) ? [settings] : secretsInUrl(settings);
  }
  if (typeof settings !== "object" || settings === null || depth > 20) return [];
  return Object.entries(settings).flatMap(([field, value]) => secretsInSettings(value, field, depth + 1));
}

/** A URL as it may be shown: without name, password, query and fragment. */
export function shownUrl(url: string): string {
  return url.replace(/^(\w+:\/\/)[^\s/?#@]*@/, "$1").replace(/[?#].*$/s, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is wrong with a JSON text, without the part of it that newer engines quote. */
export function jsonProblem(error: unknown): string {
  const message = errorMessage(error);
  return message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, " in JSON");
}
