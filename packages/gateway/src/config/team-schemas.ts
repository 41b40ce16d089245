import { z } from "zod";
import type { QuotaConfig, QuotaDimension, QuotaUnit } from "../contracts/quota.ts";
import type { AuditConfig, ShutdownConfig } from "./gateway-config.ts";

/** `audit` in a config. */
export const auditSchema: z.ZodType<AuditConfig> = z.strictObject({
  arguments: z
    .enum(["none", "hash", "full"])
    .optional()
    .describe("What is kept of a call's arguments: nothing, their SHA-256 hash, or the arguments too. Default: hash."),
  retentionDays: z.number().positive().max(36_500).optional().describe("How long lines are kept. Default: 365."),
  signingKeyEnv: z
    .string()
    .min(1)
    .optional()
    .describe("The environment variable with the key that signs checkpoints. Default: TOOLCRIB_AUDIT_KEY."),
});

const dimension = z.enum(["key", "team", "model", "tool"] satisfies readonly QuotaDimension[]);
const units: readonly QuotaUnit[] = ["requests", "tokens", "toolCalls", "cost"];
const limit = z.number().min(0);
const pattern = z.string().min(1).max(300).optional();

const quotaFields = z.strictObject({
  name: z.string().min(1).max(100).describe("Its name in errors and reports. Counts belong to the name."),
  key: pattern.describe("Pattern of the names of keys."),
  team: pattern.describe("Pattern of the names of teams."),
  model: pattern.describe("Pattern of the names of models."),
  tool: pattern.describe("Pattern of a tool's own name, or of mcp__server__tool. For toolCalls only."),
  per: z.array(dimension).max(4).optional().describe('What is counted separately. Default: ["key"].'),
  window: z.enum(["minute", "hour", "day", "month"]).describe("When it starts again, by the calendar in UTC."),
  requests: limit.optional().describe("Requests to models, and calls at /mcp."),
  tokens: limit.optional().describe("Input, cached input included, and output."),
  toolCalls: limit.optional().describe("Calls of MCP tools that the gateway makes."),
  cost: limit.optional().describe("US dollars, of models that have a price."),
});

const quota = quotaFields.superRefine((given, context) => {
  const limited = units.filter((unit) => given[unit] !== undefined);
  if (limited.length === 0) {
    context.addIssue({ code: "custom", path: [], message: `a quota with one of ${units.join(", ")}` });
  }
  const isOfTools = given.tool !== undefined || given.per?.includes("tool") === true;
  const other = limited.find((unit) => unit !== "toolCalls");
  if (isOfTools && other !== undefined) {
    const message = `no ${other}: a quota of tools counts toolCalls only`;
    context.addIssue({ code: "custom", path: [other], message });
  }
});

/** `quotas` in a config. */
export const quotasSchema: z.ZodType<readonly QuotaConfig[]> = z
  .array(quota)
  .max(1_000)
  .superRefine((quotas, context) => {
    for (const [position, { name }] of quotas.entries()) {
      if (quotas.findIndex((other) => other.name === name) === position) continue;
      const message = "a name that no other quota has";
      context.addIssue({ code: "custom", path: [position, "name"], message });
    }
  });

/** `shutdown` in a config. */
export const shutdownSchema: z.ZodType<ShutdownConfig> = z.strictObject({
  delaySeconds: z
    .number()
    .min(0)
    .max(3_600)
    .optional()
    .describe(
      "How long requests are still taken after a signal, while /readyz says that they should go elsewhere. Default: 0.",
    ),
  drainSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .optional()
    .describe("How long running answers get to complete after that. Default: 10."),
});
