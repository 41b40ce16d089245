import { isSecretName, secretsInArguments, secretsInEnvironment, secretsInHeaders } from "@toolcrib/core/redaction";
import { isRecord } from "@toolcrib/shared/json";
import type { RawEntry } from "./client-config.ts";

/** Names that log lines may show, but whose values are no business of a repository. */
const privateName = /(?:^|[-_.])(?:key|pat|pwd|auth)$|password$/i;

/**
 * Where a server's entry holds a secret itself, not the name of a variable that has it: `env GITHUB_TOKEN`, `header Authorization`,
 * `argument --token`, `url`. Never the secret.
 */
export function literalSecretsIn(entry: RawEntry): readonly string[] {
  const { command, args, env, headers, url, ...others } = entry;
  const words = Array.isArray(args) ? args.filter((word) => typeof word === "string") : [];
  return [
    ...(typeof command === "string" ? argumentSecrets(command.split(/\s+/)).map(() => "command") : []),
    ...argumentSecrets(words),
    ...textsOf(env).flatMap(([name, value]) => (isEnvironmentSecret(name, value) ? [`env ${name}`] : [])),
    ...textsOf(headers).flatMap(([name, value]) => (isHeaderSecret(name, value) ? [`header ${name}`] : [])),
    ...(typeof url === "string" && isUrlSecret(url) ? ["url"] : []),
    ...Object.entries(others).flatMap(([name, value]) => (holdsSecret(name, value) ? [name] : [])),
  ];
}

function argumentSecrets(words: readonly string[]): readonly string[] {
  return words.flatMap((word, position) => {
    const literal = withoutVariables(word);
    if (literal === "") return [];
    const [, flag = ""] = /^-+([\w.-]+)$/.exec(words[position - 1] ?? "") ?? [];
    if (isPrivateName(flag) && !literal.startsWith("-")) return [`argument --${flag}`];
    const [, name] = /^(-{0,2}[\w.-]+)[=:](?!\/\/)/.exec(word) ?? [];
    const isSecret = word.includes("://")
      ? isUrlSecret(word)
      : isPrivatePair(literal) || secretsInArguments([literal]).length > 0;
    return isSecret ? [`argument ${name ?? position + 1}`] : [];
  });
}

function isPrivateName(name: string): boolean {
  return privateName.test(name) || isSecretName(name);
}

function isPrivatePair(word: string): boolean {
  const [, name = ""] = /^-{0,2}([\w.-]+)[=:]\s*\S/.exec(word) ?? [];
  return privateName.test(name);
}

function isEnvironmentSecret(name: string, value: string): boolean {
  if (value.includes("://")) return isUrlSecret(value);
  const literal = withoutVariables(value);
  if (literal === "") return false;
  return privateName.test(name) || secretsInEnvironment({ [name]: literal }).length > 0;
}

function isHeaderSecret(name: string, value: string): boolean {
  const literal = withoutVariables(value);
  return literal !== "" && (privateName.test(name) || secretsInHeaders({ [name]: literal }).length > 0);
}

/** A login, a value of the query, or a part of the path that is a key, as hosted servers hand them out. */
function isUrlSecret(text: string): boolean {
  const [, login = "", path = "", query = ""] =
    /\w+:\/\/(?:([^\s/?#@]*)@)?[^\s/?#]*([^\s?#]*)(?:\?([^\s#]*))?/.exec(withoutVariables(text)) ?? [];
  const password = login.includes(":") ? login.slice(login.indexOf(":") + 1) : login;
  const pairs = query.split("&").filter((pair) => /^[^=]*(?:key|code|sig)[^=]*=./i.test(pair) || isPair(pair));
  return password !== "" || pairs.length > 0 || path.split("/").some((part) => isEnvironmentSecret("", part));
}

function isPair(pair: string): boolean {
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  return isEnvironmentSecret(name, value);
}

function holdsSecret(name: string, value: unknown, depth = 0): boolean {
  if (typeof value === "string") {
    return isEnvironmentSecret(name, value) || (isSecretName(name) && withoutVariables(value) !== "");
  }
  if (typeof value !== "object" || value === null || depth > 20) return false;
  return Object.entries(value).some(([inner, content]) => holdsSecret(inner, content, depth + 1));
}

/** What is left where others fill in the variables; nothing where that is the scheme of a credential. */
function withoutVariables(text: string): string {
  const literal = text.replace(/\$\{[^}]*\}|\{env:[^}]*\}|^\$\w+$/g, "").trim();
  const isFilledIn = literal.length < text.trim().length;
  return isFilledIn ? literal.replace(/(?:^|(?<=[\s:=]))(?:basic|bearer|token)$/i, "").trim() : literal;
}

function textsOf(value: unknown): readonly (readonly [name: string, value: string])[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string");
}
