import { findRuleProblem, type PolicyRule } from "@toolcrib/core/policy";
import { z } from "zod";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import { isSafeUrl } from "../identity/safe-url.ts";
import type { KeyConfig } from "./gateway-config.ts";

/** Compared with the Host header, so that anything else would have no effect. */
export const hostNameSchema: z.ZodType<string> = z
  .string()
  .refine((name) => /^(?:\[[0-9a-f:.]+\]|[^\s:/*?]+)$/i.test(name), {
    error: "a host name without a port, such as gateway.example.com",
  });
/** Compared with the Origin header. */
export const originSchema: z.ZodType<string> = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    error: "an origin, such as https://app.example.com",
  });

/** Tokens and keys travel there: over TLS, or not beyond this machine. */
const issuerUrl = z.string().refine((text) => URL.canParse(text) && isSafeUrl(new URL(text)), {
  error: "an https URL, or an http URL of this machine",
});

/** A rule about tools. */
export const policyRuleSchema: z.ZodType<PolicyRule> = z
  .strictObject({
    action: z
      .enum(["pin", "defer", "hide", "deny"])
      .describe("What happens to the tools that fit; hide and deny mean the same."),
    name: z.string().optional().describe("Pattern of mcp__server__tool, or of the server's own name for the tool."),
    server: z.string().optional().describe("Pattern of the MCP server's name."),
    annotation: z.string().optional().describe("An MCP annotation that must be true, such as destructiveHint."),
    client: z.string().optional().describe("Pattern of the client's own name."),
    arguments: z
      .record(z.string(), z.string())
      .optional()
      .describe("Patterns of argument values by path, for rules that hide or deny: only calls that match are refused."),
  })
  .superRefine((rule, context) => {
    const problem = findRuleProblem(rule);
    if (problem === undefined) return;
    const path = problem.field === "" ? [] : [problem.field];
    context.addIssue({ code: "custom", path, message: problem.expected });
  }) as unknown as z.ZodType<PolicyRule>;

/** One of `keys` in a config. */
export const keySchema: z.ZodType<KeyConfig> = z.strictObject({
  name: z.string().min(1).describe("Who uses it; shown in traces."),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "64 hexadecimal digits")
    .describe("SHA-256 of the key, in hexadecimal."),
  policy: z.array(policyRuleSchema).optional().describe("Rules for the tools of requests with this key."),
  admin: z.boolean().optional().describe("Whether it may use the admin API and the metrics."),
});

/** `oidc` in a config. */
export const oidcSchema: z.ZodType<OidcConfig> = z
  .strictObject({
    issuer: issuerUrl.describe("The issuer's URL, as in the iss claim of its tokens."),
    audience: z.string().min(1).optional().describe("The aud claim of access tokens for this gateway."),
    organisation: z.string().min(1).max(100).describe("The organisation whose users the tokens name."),
    userClaim: z.string().min(1).optional().describe("The claim with the user's name. Default: email."),
    teamsClaim: z.string().min(1).optional().describe("The claim with the user's teams. Default: groups."),
    admins: z.array(z.string()).optional().describe("Values of that claim that make an administrator."),
    operators: z.array(z.string()).optional().describe("Values of that claim that make an operator."),
    clientId: z.string().min(1).optional().describe("The gateway's id at the issuer, for signing in to the studio."),
    clientSecretEnv: z.string().min(1).optional().describe("The variable with the client's secret."),
    scope: z.string().min(1).optional().describe("Default: openid profile email."),
    publicUrl: originSchema.optional().describe("Where browsers reach the gateway."),
  })
  .refine(({ audience, clientId }) => audience !== undefined || clientId !== undefined, {
    error: "audience, clientId or both",
  });
