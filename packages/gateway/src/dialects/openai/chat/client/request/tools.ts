import type { Tool } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { oncePer } from "../../../../../caches/once-per.ts";
import type { ReceivedRequest } from "../../../../../contracts/client-dialect.ts";
import { customTool, grammarAt } from "../../../shared/custom-tools.ts";
import { argumentSchemaAt } from "../../../shared/function-schema.ts";
import { unsupported } from "../../../shared/parameter-errors.ts";
import { booleanAt, type Fields, nameAt, optional, present, recordAt, stringAt } from "../../../shared/read-values.ts";
import { checkToolLimits } from "../../../shared/tool-limits.ts";

type NamedTool = Tool & { readonly name: string };

export interface ChatTools {
  readonly tools: readonly NamedTool[];
  /** The names of those that take free text. */
  readonly custom: ReadonlySet<string>;
}

/** The tools of a request in the inner form. */
export function toTools(tools: readonly unknown[], limits: ReceivedRequest["limits"]): ChatTools {
  const translated = translateOnce(tools);
  checkToolLimits(translated.tools, limits);
  return translated;
}

/** The same array comes with every turn of a conversation. */
const translateOnce = oncePer((tools: readonly unknown[]): ChatTools => {
  const custom = new Set<string>();
  const translated = tools.map((value, position) => {
    const field = `tools[${position}]`;
    const tool = recordAt(value, field);
    const { type } = tool;
    if (type !== "function" && type !== "custom") {
      throw unsupported(`${field}.type`, `expected function or custom, got ${describeValue(type)}`);
    }
    const read = toTool(tool, type, field);
    if (type === "custom") custom.add(read.name);
    return read;
  });
  return { tools: translated, custom };
});

function toTool(tool: Fields, type: "function" | "custom", field: string): NamedTool {
  const at = `${field}.${type}`;
  const given = recordAt(tool[type], at);
  const name = nameAt(given["name"], `${at}.name`);
  const description = optional(given["description"], `${at}.description`, stringAt);
  if (type === "custom") {
    const grammar = grammarAt(given["format"], `${at}.format`, "grammar");
    return { ...customTool(name, description, grammar), ...deferral(tool, given, field) };
  }
  const isStrict = optional(given["strict"], `${at}.strict`, booleanAt) ?? false;
  return {
    name,
    ...present({ description }),
    input_schema: argumentSchemaAt(given["parameters"], `${at}.parameters`),
    ...(isStrict && { strict: true }),
    ...deferral(tool, given, field),
  };
}

/** An extension of several servers, which write it at either level. */
function deferral(tool: Fields, given: Fields, field: string): Pick<Tool, "defer_loading"> {
  const isDeferred = [tool, given].some(
    (level) => optional(level["defer_loading"], `${field}.defer_loading`, booleanAt) === true,
  );
  return isDeferred ? { defer_loading: true } : {};
}
