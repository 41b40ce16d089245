/**
 * The path of a field in a request, such as `output_config` or `tools.*.strict`; `*` stands for every entry of a list.
 */
export type FieldPath = readonly string[];

/** Fields that define a request: without them it would be another request, or invalid. */
const essentialFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "max_tokens",
  "tools",
  "system",
  "stream",
  "stop_sequences",
  "tool_choice",
  // A client that asks for a format parses the response by it.
  "output_format",
]);
/** Fields whose contents belong together. */
const wholeFields: ReadonlySet<string> = new Set(["mcp_servers", "container", "thread"]);
const essentialToolFields: ReadonlySet<string> = new Set(["name", "type", "description", "input_schema"]);
const essentialMessageFields: ReadonlySet<string> = new Set(["role", "content"]);
/** The optional fields of a content block: everything else in it is content. */
const blockAnnotations: ReadonlySet<string> = new Set(["cache_control", "citations", "caller"]);
/** Fields that give an object its meaning. */
const essentialNames: ReadonlySet<string> = new Set(["type", "name", "id", "format"]);

export function parseFieldPath(text: string): FieldPath {
  return text.split(".");
}

/** Whether a request has the same meaning for the client without this field. */
export function isDroppable(path: FieldPath): boolean {
  const [field, ...inner] = path;
  if (field === undefined || path.includes("")) return false;
  if (field === "tools") return isDroppableOfTool(inner);
  if (field === "messages" || field === "system") return isDroppableOfMessage(path);
  if (wholeFields.has(field)) return false;
  if (inner.length === 0) return !essentialFields.has(field);
  return !essentialNames.has(inner.at(-1) as string);
}

function isDroppableOfTool([entry, field]: FieldPath): boolean {
  return entry === "*" && field !== undefined && field !== "*" && !essentialToolFields.has(field);
}

/**
 * A field of a message, or an annotation of one of its blocks or of the system prompt. Call arguments stay unchanged.
 */
function isDroppableOfMessage([top, entry, ...inner]: FieldPath): boolean {
  if (entry !== "*") return false;
  let ofBlock = inner;
  while (ofBlock[0] === "content" && ofBlock[1] === "*") ofBlock = ofBlock.slice(2);
  const [field] = ofBlock;
  if (field === undefined) return false;
  const isOfMessage = top === "messages" && ofBlock === inner;
  return isOfMessage ? field !== "*" && !essentialMessageFields.has(field) : blockAnnotations.has(field);
}
