import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../../../contracts/inner-form.ts";
import { GatewayError } from "../../../errors/gateway-error.ts";

/** Limits for a request body. */
export interface BodyLimits {
  readonly tools: number;
  readonly deferredTools: number;
}

/** Not `oncePer`: the result also depends on the limits, which a new config can change. */
const checkedTools = new WeakMap<object, BodyLimits>();
const roles: ReadonlySet<unknown> = new Set(["user", "assistant", "system"]);

/** Checks that a body has the types that later code relies on. Unknown fields are allowed. */
export function checkBody(body: unknown, limits: BodyLimits): MessagesBody {
  if (!isRecord(body)) throw invalid("body", `Input should be an object, got ${describeValue(body)}`);
  if ("thread" in body && body["thread"] !== null && body["thread"] !== undefined && body["thread"] !== false) {
    throw new GatewayError("thread_unsupported", {}, { wireDetails: { unsupported: [] } });
  }
  if (body["model"] === undefined) throw invalid("model", "Field required");
  if (typeof body["model"] !== "string" || body["model"] === "")
    throw wrongType("model", "a valid string", body["model"]);
  if (body["messages"] === undefined) throw invalid("messages", "Field required");
  if (!Array.isArray(body["messages"])) throw wrongType("messages", "a valid list", body["messages"]);
  body["messages"].forEach(checkMessage);
  if (body["messages"].length === 0) throw invalid("messages", "at least one message is required");
  checkOptional(body, "max_tokens", "a valid integer", (value) => Number.isInteger(value));
  checkOptional(body, "stream", "a valid boolean", (value) => typeof value === "boolean");
  checkOptional(body, "system", "a valid string or list", (value) => typeof value === "string" || isBlockList(value));
  checkOptional(
    body,
    "tool_choice",
    "an object with a type",
    (value) => isRecord(value) && typeof value["type"] === "string",
  );
  checkOptional(body, "mcp_servers", "a valid list", (value) => Array.isArray(value) && value.every(isRecord));
  if (body["tools"] !== undefined && body["tools"] !== null) checkTools(body["tools"], limits);
  return body as unknown as MessagesBody;
}

function checkMessage(message: unknown, position: number): void {
  if (!isRecord(message)) throw wrongType(`messages.${position}`, "an object", message);
  const { role, content } = message;
  if (!roles.has(role)) throw wrongType(`messages.${position}.role`, "'user', 'assistant' or 'system'", role);
  if (typeof content === "string") return;
  const field = `messages.${position}.content`;
  if (content === undefined) throw invalid(field, "Field required");
  if (!Array.isArray(content)) throw wrongType(field, "a valid string or list", content);
  const wrong = content.findIndex((block) => !isBlock(block));
  if (wrong !== -1) throw wrongType(`${field}.${wrong}`, "an object with a type", content[wrong]);
}

function checkTools(tools: unknown, limits: BodyLimits): void {
  if (!Array.isArray(tools)) throw wrongType("tools", "a valid list", tools);
  // The same array is sent with every turn of a conversation.
  if (checkedTools.get(tools) === limits) return;
  if (tools.length > limits.tools)
    throw new GatewayError("too_many_tools", { limit: limits.tools, received: tools.length });
  let deferred = 0;
  for (const [position, tool] of tools.entries()) {
    if (!isRecord(tool)) throw wrongType(`tools.${position}`, "an object", tool);
    const { name, type } = tool;
    if (name !== undefined && typeof name !== "string")
      throw wrongType(`tools.${position}.name`, "a valid string", name);
    if (type !== undefined && type !== null && typeof type !== "string") {
      throw wrongType(`tools.${position}.type`, "a valid string", type);
    }
    if (tool["defer_loading"] === true) deferred++;
  }
  if (deferred > limits.deferredTools) {
    throw new GatewayError("too_many_deferred_tools", { limit: limits.deferredTools, received: deferred });
  }
  checkedTools.set(tools, limits);
}

function checkOptional(
  body: Record<string, unknown>,
  field: string,
  expected: string,
  isFine: (value: unknown) => boolean,
): void {
  const value = body[field];
  if (value !== undefined && value !== null && !isFine(value)) throw wrongType(field, expected, value);
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && typeof value["type"] === "string";
}

function isBlockList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isBlock);
}

function wrongType(field: string, expected: string, value: unknown): GatewayError {
  return invalid(field, `Input should be ${expected}, got ${describeValue(value)}`);
}

function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
