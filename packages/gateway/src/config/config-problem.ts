import { isSecretName, Redactor, shownUrl } from "@toolcrib/core/redaction";
import { describeValue } from "@toolcrib/shared/errors";
import { closestName } from "@toolcrib/shared/names";
import type { z } from "zod";
import { ConfigError } from "../errors/config-error.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** How a config is described and where it is. */
export interface ConfigContext {
  /** The fields that an object at this path may have. */
  readonly fieldsAt: (path: Path) => readonly string[];
  /** Where the value at this path is, such as " (toolcrib.json, line 3)"; empty if it is unknown. */
  readonly placeOf: (path: Path) => string;
}

/** The first problem of a config in plain words. An unknown field goes first: its misspelt name may be why another one is missing. */
export function configProblem(issues: readonly Issue[], value: unknown, context: ConfigContext): ConfigError {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown !== undefined) return unknownField(unknown.path, unknown.keys[0] ?? "", context);
  const issue = issues[0] as Issue;
  const { path } = issue;
  return new ConfigError("config_invalid", {
    place: context.placeOf(path),
    field: path.length === 0 ? "the config" : path.join("."),
    expected: expectedBy(issue),
    received: describeField(path, valueAt(value, path)),
  });
}

function unknownField(path: Path, name: string, { fieldsAt, placeOf }: ConfigContext): ConfigError {
  const known = fieldsAt(path);
  const nearest = closestName(name, known);
  const field = [...path, name].join(".");
  const expected = nearest === undefined ? `one of ${known.join(", ")}` : [...path, nearest].join(".");
  return new ConfigError("config_unknown_field", { place: placeOf([...path, name]), field, expected });
}

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  tuple: "a list",
};

const formats: Readonly<Record<string, string>> = {
  url: "an http or https URL",
  date: "a date, such as 2026-11-17",
};

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? issue.expected;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return formats[issue.format] ?? issue.message;
    case "too_small":
      return bounded(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return bounded(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    default:
      return issue.message;
  }
}

function bounded(origin: string, relation: string, limit: number | bigint): string {
  if (origin === "string")
    return limit === 1 ? "a text that is not empty" : `a text of ${relation} ${limit} characters`;
  if (origin === "array") return `a list of ${relation} ${limit} entries`;
  return `${types[origin] ?? "a number"} of ${relation} ${limit}`;
}

const secretFields = /^(?:apiKey|sha256|headers|env)$/;

/** Describes the received value without secrets: a key in the wrong place is still a key. */
function describeField(path: Path, value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string") return describeValue(value);
  const isOfProvider = path[0] === "upstreams" && path[2] === "settings";
  const isSecret = isOfProvider || path.some((step) => secretFields.test(String(step)) || isSecretName(String(step)));
  return isSecret ? `a text of ${value.length} characters` : describeValue(new Redactor().text(shownUrl(value)));
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const step of path) current = (current as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return current;
}
