import type { ContentBlock } from "@toolcrib/core";
import { textBlock } from "../../../shared/blocks.ts";
import { documentBlock, documentUrlBlock, imageBlock, keptFileBlock } from "../../../shared/media-blocks.ts";
import { wrongType } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, optional, recordAt, stringAt } from "../../../shared/read-values.ts";

/** The content of a message or of a call's result as blocks. */
export function parseContent(content: unknown, field: string): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [textBlock(content)];
  if (!Array.isArray(content)) throw wrongType(field, "a string or an array", content);
  return content.flatMap((part: unknown, position) => parsePart(part, `${field}[${position}]`));
}

function parsePart(value: unknown, field: string): ContentBlock[] {
  const part = recordAt(value, field);
  const type = stringAt(part["type"], `${field}.type`);
  if (type === "input_image" || type === "input_file") return [parseMedia(part, type, field)];
  const name = type === "refusal" ? "refusal" : "text";
  const text = stringAt(part[name], `${field}.${name}`);
  return text === "" ? [] : [textBlock(text)];
}

function parseMedia(part: Fields, type: "input_image" | "input_file", field: string): ContentBlock {
  const read = (name: string): [value: string, field: string] => {
    const at = `${field}.${name}`;
    return [stringAt(part[name], at), at];
  };
  if (type === "input_image") {
    const [url, at] = read("image_url");
    return imageBlock(url, optional(part["detail"], `${field}.detail`, stringAt), at);
  }
  const title = optional(part["filename"], `${field}.filename`, stringAt);
  if (!isAbsent(part["file_id"])) return keptFileBlock(read("file_id")[0], title);
  const [value, at] = read(isAbsent(part["file_url"]) ? "file_data" : "file_url");
  return at.endsWith("file_url") ? documentUrlBlock(value, title, at) : documentBlock(value, title, at);
}
