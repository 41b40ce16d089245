import { z } from "zod";
import type { ComparisonConfig, PricesConfig, TraceConfig } from "./gateway-config.ts";

const count = z.int().min(0);

/** `trace` in a config. */
export const traceSchema: z.ZodType<TraceConfig> = z.strictObject({
  log: z
    .union([z.enum(["off", "stdout"]), z.strictObject({ file: z.string().min(1) })], {
      error: 'off, stdout or {"file": …}',
    })
    .optional()
    .describe("Where a record of each request is written, as JSON lines. Default: off."),
  logQueueBytes: count
    .optional()
    .describe("How many bytes of records may wait to be written; records beyond that are dropped and counted."),
  memory: count.optional().describe("How many records the admin API keeps. Default: 500."),
  memoryBytes: count.optional().describe("How many bytes these records may take."),
  openTelemetry: z.boolean().optional().describe("Whether spans are created through @opentelemetry/api."),
  captureContent: z.boolean().optional().describe("Whether records contain message text, payloads and queries."),
});

const price = z.number().min(0).max(100_000);
/** `prices` in a config. */
export const pricesSchema: z.ZodType<PricesConfig> = z.strictObject({
  asOf: z.iso.date().describe("The day on which the prices were valid, as YYYY-MM-DD."),
  models: z
    .array(
      z.strictObject({
        models: z.array(z.string().min(1).max(200)).min(1).max(100).describe("Patterns of model names."),
        input: price.describe("US dollars per million tokens, as all prices here."),
        output: price.describe("Per million tokens of output."),
        cacheRead: price.optional().describe("Default: the price of input."),
        cacheWritten: price.optional().describe("Default: the price of input."),
        cacheWrittenOneHour: price.optional().describe("Default: the price of cacheWritten."),
        maxPromptTokens: z.int().min(1).optional().describe("The entry is for prompts up to this length."),
      }),
    )
    .max(1_000)
    .describe("The first entry that fits applies."),
  replaceBuiltIn: z.boolean().optional().describe("Whether the built-in list prices are left out."),
});

/** `comparison` in a config. */
export const comparisonSchema: z.ZodType<ComparisonConfig> = z.strictObject({
  withoutDeferral: z.number().min(0).max(1).describe("The share of conversations whose tools are all loaded."),
});
