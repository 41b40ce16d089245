import { type Fields, oneOf } from "./read-values.ts";

type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

const efforts: ReadonlySet<Effort> = new Set(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

export function effortAt(value: unknown, field: string): Effort {
  return oneOf(value, field, efforts);
}

/** How much the model thinks, and the schema of its answer, in the inner form. */
export function toOutputSettings(effort: Effort | undefined, schema: Fields | undefined): Fields {
  const config = {
    // The inner form has no effort below `low`.
    ...(effort !== undefined && effort !== "none" && { effort: effort === "minimal" ? "low" : effort }),
    ...(schema !== undefined && { format: { type: "json_schema", schema } }),
  };
  return {
    // Adaptive thinking accepts conversations without earlier thoughts, which Chat Completions cannot carry.
    ...(effort !== undefined && { thinking: { type: effort === "none" ? "disabled" : "adaptive" } }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
  };
}
