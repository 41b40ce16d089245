import { firstReference, type SeenRequest } from "../../src/testing/rejections/rejection.ts";

/** The words of a refusal; undefined where the request is taken. */
export type Refuse = (request: SeenRequest) => string | undefined;

const extra = "Extra inputs are not permitted";
const knownBetas: ReadonlySet<string> = new Set(["claude-code-20250219", "interleaved-thinking-2025-05-14"]);

/**
 * What servers that implement a part of the Messages API refuse, in their words: Bedrock and Vertex, DeepSeek, vLLM, and proxies with
 * an older schema. The first that applies is said, one in each answer, as such servers do.
 */
export const strictRefusals = {
  betas: ({ headers }) => {
    const unknown = (headers.get("anthropic-beta") ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !knownBetas.has(name));
    const named = unknown.map((name) => `\`${name}\``).join(", ");
    return unknown.length === 0
      ? undefined
      : `Unexpected value(s) ${named} for the \`anthropic-beta\` header. Please consult our documentation or try again without the header.`;
  },
  defer_loading: ({ body }) => refuseToolField(body.tools, "defer_loading"),
  eager_input_streaming: ({ body }) => refuseToolField(body.tools, "eager_input_streaming"),
  tool_reference: ({ body }) => {
    const reference = firstReference(body);
    return reference && `messages[${reference.message}].content: unknown variant tool_reference, expected text`;
  },
  role: ({ body }) => {
    const position = body.messages?.findIndex(({ role }) => role !== "user" && role !== "assistant") ?? -1;
    return position < 0 ? undefined : `messages.${position}.role: Input should be 'user' or 'assistant'`;
  },
  message_fields: ({ body }) => {
    const position = body.messages?.findIndex((message) => message["output_config"] !== undefined) ?? -1;
    return position < 0 ? undefined : `messages.${position}.output_config: ${extra}`;
  },
  output_config: ({ body }) => refuseField(body, "output_config"),
  context_management: ({ body }) => refuseField(body, "context_management"),
  thinking_display: ({ body }) =>
    (body["thinking"] as { readonly display?: unknown } | undefined)?.display === undefined
      ? undefined
      : `thinking.adaptive.display: ${extra}`,
} satisfies Readonly<Record<string, Refuse>>;

function refuseField(body: Readonly<Record<string, unknown>>, field: string): string | undefined {
  return body[field] === undefined ? undefined : `${field}: ${extra}`;
}

function refuseToolField(
  tools: readonly Readonly<Record<string, unknown>>[] | undefined,
  field: string,
): string | undefined {
  const position = tools?.findIndex((tool) => tool[field] !== undefined) ?? -1;
  return position < 0 ? undefined : `tools.${position}.custom.${field}: ${extra}`;
}
