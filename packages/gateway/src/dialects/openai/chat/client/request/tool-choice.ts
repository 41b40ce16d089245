import { describeValue } from "@toolcrib/shared/errors";
import type { MessagesBody, ToolChoice } from "../../../../../contracts/inner-form.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { booleanAt, type Fields, listAt, nameAt, optional, recordAt } from "../../../shared/read-values.ts";
import type { ChatTools } from "./tools.ts";

const choices: ReadonlyMap<unknown, string> = new Map([
  ["auto", "auto"],
  ["none", "none"],
  ["required", "any"],
]);

interface Chosen {
  readonly choice: ToolChoice | undefined;
  /** The names of the tools that may be called; undefined: all. */
  readonly allowed?: ReadonlySet<string>;
}

/** The tools of a request, and what the model has to do with them. */
export function toToolFields(body: Fields, { tools }: ChatTools): Pick<MessagesBody, "tools" | "tool_choice"> {
  const { choice, allowed } = readChoice(body["tool_choice"], tools);
  const isParallel = optional(body["parallel_tool_calls"], "parallel_tool_calls", booleanAt) ?? true;
  if (tools.length === 0) return {};
  const visible = allowed === undefined ? tools : tools.filter(({ name }) => allowed.has(name));
  const isSerial = !isParallel && choice?.type !== "none";
  const serial = isSerial ? { ...(choice ?? { type: "auto" }), disable_parallel_tool_use: true } : choice;
  return { tools: visible, ...(serial === undefined ? {} : { tool_choice: serial }) };
}

function readChoice(value: unknown, tools: ChatTools["tools"]): Chosen {
  if (value === undefined || value === null) return { choice: undefined };
  const type = choices.get(value);
  if (type !== undefined) {
    if (type === "any" && tools.length === 0) throw invalid("tool_choice", "expected tools to choose from");
    return { choice: { type } };
  }
  const given = recordAt(value, "tool_choice");
  if (given["type"] === "allowed_tools") return readAllowed(given, tools);
  return { choice: { type: "tool", name: knownName(given, "tool_choice", tools) } };
}

function readAllowed(given: Fields, tools: ChatTools["tools"]): Chosen {
  const at = "tool_choice.allowed_tools";
  const { mode, tools: listed } = recordAt(given["allowed_tools"], at);
  if (mode !== "auto" && mode !== "required") {
    throw invalid(`${at}.mode`, `expected auto or required, got ${describeValue(mode)}`);
  }
  const names = listAt(listed, `${at}.tools`).map((value, position) => {
    const field = `${at}.tools[${position}]`;
    return knownName(recordAt(value, field), field, tools);
  });
  if (names.length === 0) throw invalid(`${at}.tools`, "expected at least one tool");
  return { choice: { type: mode === "auto" ? "auto" : "any" }, allowed: new Set(names) };
}

/** The name of a tool that the request has. */
function knownName(given: Fields, field: string, tools: ChatTools["tools"]): string {
  const { type } = given;
  if (type !== "function" && type !== "custom") {
    throw invalid(`${field}.type`, `expected function or custom, got ${describeValue(type)}`);
  }
  const at = `${field}.${type}`;
  const name = nameAt(recordAt(given[type], at)["name"], `${at}.name`);
  if (!tools.some((tool) => tool.name === name)) throw invalid(`${at}.name`, `${describeValue(name)} is not in tools`);
  return name;
}
