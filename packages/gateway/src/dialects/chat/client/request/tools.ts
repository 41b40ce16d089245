import type { Tool } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { oncePer } from "../../../../caches/once-per.ts";
import type { ReceivedRequest } from "../../../../contracts/client-dialect.ts";
import { GatewayError } from "../../../../errors/gateway-error.ts";
import { customSchema } from "../shared/custom-tools.ts";
import { invalid, unsupported } from "./chat-error.ts";
import { booleanAt, nameAt, optional, present, recordAt, textAt } from "./read-values.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface ChatTools {
  readonly tools: readonly (Tool & { readonly name: string })[];
  /** The names of those that take free text. */
  readonly custom: ReadonlySet<string>;
}

/** The tools of a request in the inner form. */
export function toTools(tools: readonly unknown[], limits: ReceivedRequest["limits"]): ChatTools {
  if (tools.length > limits.tools) {
    throw new GatewayError("too_many_tools", { limit: limits.tools, received: tools.length });
  }
  const translated = translateOnce(tools);
  const deferred = translated.tools.filter(({ defer_loading }) => defer_loading === true).length;
  if (deferred > limits.deferredTools) {
    throw new GatewayError("too_many_deferred_tools", { limit: limits.deferredTools, received: deferred });
  }
  return translated;
}

/** The same array comes with every turn of a conversation. */
const translateOnce = oncePer((tools: readonly unknown[]): ChatTools => {
  const custom = new Set<string>();
  const translated = tools.map((value, position) => {
    const field = `tools[${position}]`;
    const tool = recordAt(value, field);
    if (tool["type"] === "function") return functionTool(tool, field);
    if (tool["type"] !== "custom") {
      throw unsupported(`${field}.type`, `expected function or custom, got ${describeValue(tool["type"])}`);
    }
    const made = customTool(tool, field);
    custom.add(made.name);
    return made;
  });
  return { tools: translated, custom };
});

function functionTool(tool: Fields, field: string): Tool & { readonly name: string } {
  const at = `${field}.function`;
  const given = recordAt(tool["function"], at);
  const strict = optional(given["strict"], `${at}.strict`, booleanAt);
  return {
    name: nameAt(given["name"], `${at}.name`),
    ...present({ description: optional(given["description"], `${at}.description`, textAt) }),
    input_schema: schemaAt(given["parameters"], `${at}.parameters`),
    ...(strict === true ? { strict } : {}),
    ...deferral(tool, given, field),
  };
}

function customTool(tool: Fields, field: string): Tool & { readonly name: string } {
  const at = `${field}.custom`;
  const given = recordAt(tool["custom"], at);
  const format = optional(given["format"], `${at}.format`, recordAt);
  if (format !== undefined && format["type"] !== "text") {
    throw unsupported(`${at}.format.type`, "no upstream could be held to a grammar; expected text");
  }
  return {
    name: nameAt(given["name"], `${at}.name`),
    ...present({ description: optional(given["description"], `${at}.description`, textAt) }),
    input_schema: customSchema,
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

function schemaAt(value: unknown, field: string): Fields {
  const schema = optional(value, field, recordAt) ?? {};
  if (isNestedTooDeeply(schema)) throw invalid(field, "it is nested too deeply");
  return schema["type"] === undefined ? { type: "object", properties: {}, ...schema } : schema;
}
