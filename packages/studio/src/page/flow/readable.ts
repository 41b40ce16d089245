/** A part of a step's data, as people read it. */
export type ReadablePart =
  | { readonly type: "text"; readonly label: string | undefined; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly input: readonly (readonly [string, string])[] }
  | { readonly type: "code"; readonly code: string }
  | { readonly type: "tools"; readonly label: string; readonly names: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

/** The data of a step in words: messages, calls, results, queries and names. Undefined if it is none of them. */
export function readPayload(payload: unknown): readonly ReadablePart[] | undefined {
  const parts = readValue(payload);
  return parts.length === 0 ? undefined : parts;
}

function readValue(value: unknown): readonly ReadablePart[] {
  if (typeof value === "string") return value === "" ? [] : [text(value)];
  if (Array.isArray(value)) {
    if (value.length === 0) return [text("Nothing was found.")];
    if (value.every((item) => typeof item === "string")) return [{ type: "tools", label: "Tools", names: value }];
    return value.flatMap((item) => readBlock(item));
  }
  if (!isFields(value)) return [];
  if (Array.isArray(value["messages"])) return readRequest(value, value["messages"]);
  if (Array.isArray(value["content"])) return value["content"].flatMap((block) => readBlock(block));
  if (isFields(value["error"]) && typeof value["error"]["message"] === "string") {
    return [text(value["error"]["message"], "Error")];
  }
  if (typeof value["code"] === "string") return [{ type: "code", code: value["code"] }];
  const query = value["query"] ?? value["pattern"];
  return typeof query === "string" ? [text(query, "Query")] : [];
}

/** The last message is what is new; the earlier ones are counted. */
function readRequest(body: Fields, messages: readonly unknown[]): readonly ReadablePart[] {
  const last = messages.at(-1);
  const { role, content } = isFields(last) ? last : {};
  const label = typeof role === "string" ? role : undefined;
  const parts: ReadablePart[] =
    typeof content === "string"
      ? [text(content, label)]
      : (Array.isArray(content) ? content : []).flatMap((block) => readBlock(block, label));
  const before = messages.length - 1;
  if (before > 0) parts.unshift(text(before === 1 ? "1 earlier message" : `${before} earlier messages`, "before"));
  if (typeof body["system"] === "string") parts.unshift(text(body["system"], "system"));
  const names = (Array.isArray(body["tools"]) ? body["tools"] : []).flatMap((tool) =>
    isFields(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [],
  );
  if (names.length > 0) parts.push({ type: "tools", label: `Tools (${names.length})`, names });
  return parts;
}

function readBlock(block: unknown, label?: string): readonly ReadablePart[] {
  if (typeof block === "string") return [text(block, label)];
  if (!isFields(block)) return [];
  const { type, name, input, content, tool_name: reference } = block;
  if (typeof block["text"] === "string") return [text(block["text"], label)];
  if (typeof block["thinking"] === "string") return [text(block["thinking"], "thinking")];
  if (typeof reference === "string") return [{ type: "tools", label: "Found", names: [reference] }];
  // The call of a model that wrote a program.
  if (name === "code_execution" && isFields(input) && typeof input["code"] === "string") {
    return [{ type: "code", code: input["code"] }];
  }
  if (typeof name === "string" && isFields(input)) return [{ type: "call", name, input: readInput(input) }];
  if (typeof type === "string" && type.endsWith("result")) {
    const inside =
      typeof content === "string"
        ? [text(content)]
        : Array.isArray(content)
          ? content.flatMap((part) => readBlock(part))
          : [];
    return inside.map((part) => (part.type === "text" ? { ...part, label: "result" } : part));
  }
  return [];
}

function readInput(input: Fields): readonly (readonly [string, string])[] {
  return Object.entries(input).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
}

function text(words: string, label?: string): ReadablePart {
  return { type: "text", label, text: words };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
