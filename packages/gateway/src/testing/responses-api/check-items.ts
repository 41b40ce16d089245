import { OpenAiRejection } from "../openai/strict-api.ts";
import { invalidType, invalidValue, missingParameter, tooLong, unknownParameter } from "./responses-rejection.ts";
import type { InputItem, ResponsesRequest, WireTool } from "./responses-request.ts";

const itemFields: Readonly<Record<string, readonly string[]>> = {
  message: ["type", "role", "content", "id", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "namespace", "arguments", "status", "caller"],
  function_call_output: ["type", "id", "call_id", "output", "status", "caller", "namespace"],
  custom_tool_call: ["type", "id", "call_id", "name", "namespace", "input", "status", "caller"],
  custom_tool_call_output: ["type", "id", "call_id", "output", "status", "caller"],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
  item_reference: ["type", "id"],
  additional_tools: ["type", "role", "tools", "id"],
  tool_search_call: ["type", "id", "call_id", "execution", "arguments", "status"],
  tool_search_output: ["type", "id", "call_id", "execution", "tools", "status"],
  web_search_call: ["type", "id", "status", "action"],
};
const parts: Readonly<Record<string, readonly string[]>> = {
  user: ["input_text", "input_image", "input_file"],
  system: ["input_text", "input_image", "input_file"],
  developer: ["input_text", "input_image", "input_file"],
  assistant: ["output_text", "refusal"],
};
const prefixes: Readonly<Record<string, string>> = {
  message: "msg",
  function_call: "fc",
  reasoning: "rs",
  custom_tool_call: "ctc",
};

/** Refuses conversations that the API refuses, in its words. `isOwnThought` tells whether encrypted content was made here. */
export function checkItems(body: ResponsesRequest, isOwnThought: (item: InputItem) => boolean): void {
  if (typeof body.input === "string") return;
  if (!Array.isArray(body.input)) throw missingParameter("input");
  const ids = new Set<string>();
  const calls = new Map<string, string>();
  const open = new Set<string>();
  const declared = new Map<string, string | undefined>();
  declare(body.tools ?? [], declared);
  body.input.forEach((item: InputItem, index) => {
    const field = `input[${index}]`;
    const type = item.type ?? "message";
    checkShape(item, type, field);
    if (item.id !== undefined && item.id !== null) checkId(item.id, type, field, ids);
    if (type === "additional_tools") declare((item["tools"] ?? []) as readonly WireTool[], declared);
    if (type === "function_call" || type === "custom_tool_call") {
      checkCall(item, field, declared);
      if (calls.has(item.call_id ?? "")) {
        throw new OpenAiRejection(`Duplicate function call id found in input: ${item.call_id}.`, { param: "input" });
      }
      calls.set(item.call_id ?? "", type);
      open.add(item.call_id ?? "");
    }
    if (type === "function_call_output" || type === "custom_tool_call_output") checkOutput(item, type, calls, open);
    if (type === "reasoning") checkThought(item, body.input[index + 1], isOwnThought);
  });
  const [unanswered] = open;
  if (unanswered !== undefined) {
    throw new OpenAiRejection(`No tool output found for function call ${unanswered}.`, { param: "input" });
  }
}

function declare(tools: readonly WireTool[], declared: Map<string, string | undefined>, namespace?: string): void {
  for (const tool of tools) {
    if (tool.type === "namespace") declare(tool.tools ?? [], declared, tool.name);
    else if (tool.name !== undefined) declared.set(tool.name, namespace);
  }
}

function checkShape(item: InputItem, type: string, field: string): void {
  const known = itemFields[type];
  if (known === undefined) throw invalidValue(`${field}.type`, type, Object.keys(itemFields));
  for (const name of Object.keys(item)) if (!known.includes(name)) throw unknownParameter(`${field}.${name}`);
  if (type !== "message") return;
  const supported = parts[item.role ?? ""];
  if (supported === undefined) throw invalidValue(`${field}.role`, item.role, Object.keys(parts));
  const { content } = item;
  if (typeof content === "string") return;
  if (!Array.isArray(content)) throw invalidType(`${field}.content`, "one of an array of objects or string", content);
  checkParts(content as { readonly type: string }[], `${field}.content`, supported);
}

function checkParts(
  content: readonly { readonly type: string; readonly [field: string]: unknown }[],
  field: string,
  supported: readonly string[],
): void {
  content.forEach((part, number) => {
    const place = `${field}[${number}]`;
    if (!supported.includes(part.type)) throw invalidValue(`${place}.type`, part.type, supported);
    if (part["cache_control"] !== undefined) throw unknownParameter(`${place}.cache_control`);
    if (part.type.endsWith("_text") && typeof part["text"] !== "string") throw missingParameter(`${place}.text`);
    if (part.type === "input_image" && typeof part["image_url"] !== "string")
      throw missingParameter(`${place}.image_url`);
    if (part.type === "input_file" && part["file_data"] !== undefined && part["filename"] === undefined) {
      throw missingParameter(`${place}.filename`);
    }
  });
}

function checkId(id: string, type: string, field: string, ids: Set<string>): void {
  const prefix = prefixes[type];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    throw new OpenAiRejection(`Invalid '${field}.id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
      code: "invalid_value",
      param: `${field}.id`,
    });
  }
  if (ids.has(id)) {
    throw new OpenAiRejection(
      `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
      {
        param: "input",
      },
    );
  }
  ids.add(id);
}

function checkCall(item: InputItem, field: string, declared: ReadonlyMap<string, string | undefined>): void {
  const { call_id: id = "", name, arguments: text } = item;
  if (id === "") throw missingParameter(`${field}.call_id`);
  if (id.length > 64) throw tooLong(`${field}.call_id`, 64, id.length);
  if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    throw invalidType(`${field}.name`, "a name", name);
  if (item.type === "function_call" && typeof text !== "string")
    throw invalidType(`${field}.arguments`, "a string", text);
  const namespace = declared.get(name);
  if (namespace !== undefined && item["namespace"] === undefined) {
    throw new OpenAiRejection(
      `Missing namespace for function_call '${name}'. It does not exist in the default namespace. Round-trip the model's function_call item with its namespace field included.`,
      { param: "input" },
    );
  }
}

function checkOutput(item: InputItem, type: string, calls: ReadonlyMap<string, string>, open: Set<string>): void {
  const id = item.call_id ?? "";
  const called = calls.get(id);
  const kind = type === "function_call_output" ? "function" : "custom tool";
  if (called === undefined || !type.startsWith(called)) {
    throw new OpenAiRejection(`No tool call found for ${kind} call output with call_id ${id}.`, { param: "input" });
  }
  open.delete(id);
  if (typeof item["output"] === "string") return;
  if (!Array.isArray(item["output"])) throw invalidType("input.output", "a string or an array", item["output"]);
  checkParts(item["output"] as { readonly type: string }[], "output", parts["user"] as string[]);
}

function checkThought(item: InputItem, next: InputItem | undefined, isOwnThought: (item: InputItem) => boolean): void {
  const { id } = item;
  if (!Array.isArray(item["summary"])) throw missingParameter("input.summary");
  if (item["encrypted_content"] === undefined || item["encrypted_content"] === null) {
    throw new OpenAiRejection(
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
      { status: 404, param: "input" },
    );
  }
  if (!isOwnThought(item)) {
    throw new OpenAiRejection(
      `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      { code: "invalid_encrypted_content" },
    );
  }
  const isFollowed = next !== undefined && (next.role === "assistant" || /_call$|^reasoning$/.test(next.type ?? ""));
  if (!isFollowed) {
    throw new OpenAiRejection(`Item '${id}' of type 'reasoning' was provided without its required following item.`, {
      param: "input",
    });
  }
}
