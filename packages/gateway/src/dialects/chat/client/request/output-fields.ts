import { describeValue } from "@toolcrib/shared/errors";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { invalid, unsupported } from "./chat-error.ts";
import { recordAt } from "./read-values.ts";

type Fields = Readonly<Record<string, unknown>>;

const efforts: ReadonlyMap<unknown, string | undefined> = new Map([
  ["none", undefined],
  ["minimal", "low"],
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["xhigh", "xhigh"],
  ["max", "max"],
]);

/** How the answer is to look and how much the model thinks before it. */
export function toOutputFields(body: Fields): Fields {
  const format = formatOf(body["response_format"]);
  const effort = effortOf(body["reasoning_effort"]);
  const config = { ...(format && { format }), ...(effort !== undefined && { effort }) };
  return {
    ...(Object.keys(config).length > 0 && { output_config: config }),
    // Adaptive thinking takes answers back without the thoughts before them, which Chat Completions cannot carry.
    ...(effort !== undefined && { thinking: { type: "adaptive" } }),
  };
}

function effortOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (efforts.has(value)) return efforts.get(value);
  throw invalid("reasoning_effort", `expected ${[...efforts.keys()].join(", ")}, got ${describeValue(value)}`);
}

function formatOf(value: unknown): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  const format = recordAt(value, "response_format");
  if (format["type"] === "text") return undefined;
  if (format["type"] !== "json_schema") {
    const received = describeValue(format["type"]);
    throw unsupported("response_format.type", `expected text, or json_schema with a schema, got ${received}`);
  }
  const at = "response_format.json_schema";
  const schema = recordAt(recordAt(format["json_schema"], at)["schema"], `${at}.schema`);
  if (isNestedTooDeeply(schema)) throw invalid(`${at}.schema`, "it is nested too deeply");
  return { type: "json_schema", schema };
}
