import type { JSONValue, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { UpstreamError } from "../../errors/upstream-error.ts";
import { checkInnerFields } from "../messages/request/check-inner-fields.ts";
import { sharedOf } from "../openai/shared/shared-form.ts";
import { toPrompt } from "./prompt/prompt.ts";
import type { PromptContext } from "./prompt/prompt-context.ts";
import { toCallTools } from "./tools/call-tools.ts";

type Reasoning = NonNullable<LanguageModelV4CallOptions["reasoning"]>;

/** Converts a request for a provider. The same body always gives the same call. */
export function toCallOptions(
  body: MessagesBody,
  context: PromptContext,
  session?: string,
): LanguageModelV4CallOptions {
  checkInnerFields(body, "ai-sdk");
  for (const field of context.traits.rejects) {
    const value = body[field];
    const isAbsent = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isAbsent) throw notInPackage(field, context.traits.dialect);
  }
  const prompt = toPrompt(body, context);
  const callTools = toCallTools(body, prompt, context);
  const isSerial = callTools.tools !== undefined && body.tool_choice?.disable_parallel_tool_use === true;
  const reasoning = context.traits.takesEffort ? effortOf(body) : undefined;
  const responseFormat = responseFormatOf(body);
  const stopSequences = body["stop_sequences"];
  return {
    prompt,
    ...callTools,
    ...(typeof body.max_tokens === "number" && {
      maxOutputTokens: Math.max(context.traits.minOutputTokens, body.max_tokens),
    }),
    ...numberField("temperature", body["temperature"]),
    ...numberField("topP", body["top_p"]),
    ...numberField("topK", body["top_k"]),
    ...(Array.isArray(stopSequences) && stopSequences.length > 0 ? { stopSequences: stopSequences as string[] } : {}),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...providerOptionsOf(body, context.traits, { isSerial, session }),
  };
}

function providerOptionsOf(
  body: MessagesBody,
  { oneCallAtATime, always, identify }: PromptContext["traits"],
  { isSerial, session }: { readonly isSerial: boolean; readonly session: string | undefined },
): Pick<LanguageModelV4CallOptions, "providerOptions"> {
  const { user_id: user } = (body["metadata"] ?? {}) as { readonly user_id?: unknown };
  const options = new Map<string, Record<string, JSONValue | undefined>>();
  const caller = identify({ user: typeof user === "string" && user !== "" ? user : undefined, session });
  for (const given of [always, isSerial ? oneCallAtATime : {}, caller]) {
    for (const [provider, fields] of Object.entries(given)) {
      if (Object.keys(fields).length > 0) options.set(provider, { ...options.get(provider), ...fields });
    }
  }
  return options.size === 0 ? {} : { providerOptions: Object.fromEntries(options) };
}

/** The package would only warn, and the answer would go past what the client asked for. */
function notInPackage(field: string, packageName: string): UpstreamError {
  const message = `${field}: ${packageName} has no such setting; an operator can drop the field for the upstream`;
  return new UpstreamError(400, { type: "invalid_request_error", message }, { isRetryable: false });
}

function numberField<Name extends string>(name: Name, value: unknown): Partial<Record<Name, number>> {
  return typeof value === "number" ? ({ [name]: value } as Record<Name, number>) : {};
}

interface OutputConfig {
  readonly effort?: string;
  readonly format?: { readonly type?: string; readonly schema?: unknown };
}

function responseFormatOf(body: MessagesBody): LanguageModelV4CallOptions["responseFormat"] {
  const format =
    (body["output_config"] as OutputConfig | undefined)?.format ?? (body["output_format"] as OutputConfig["format"]);
  if (format?.type !== "json_schema" || format.schema === undefined) return undefined;
  return { type: "json", name: "response", schema: format.schema as Record<string, never> };
}

const efforts: ReadonlySet<string> = new Set<Reasoning>(["minimal", "low", "medium", "high", "xhigh", "max"]);
const budgets: readonly (readonly [number, Reasoning])[] = [
  [2048, "low"],
  [8192, "medium"],
];

/** The reasoning effort that the client asks for, if any. Without thinking, none is sent, unless a client of OpenAI's APIs asks for `none`. */
export function effortOf(body: MessagesBody): Reasoning | undefined {
  const thinking = body["thinking"] as { readonly type?: string; readonly budget_tokens?: number } | undefined;
  if (thinking?.type === "disabled") return sharedOf(body).settings?.effort === "none" ? "none" : undefined;
  const effort = (body["output_config"] as OutputConfig | undefined)?.effort;
  if (effort !== undefined && efforts.has(effort)) return effort as Reasoning;
  const budget = thinking?.type === "enabled" ? thinking.budget_tokens : undefined;
  if (budget === undefined) return undefined;
  return budgets.find(([limit]) => budget <= limit)?.[1] ?? "high";
}
