import type { ContentBlock } from "@toolcrib/core";
import { textBlock } from "../../../shared/blocks.ts";
import { documentBlock, documentUrlBlock, imageBlock } from "../../../shared/media-blocks.ts";
import { unsupported } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { checkType } from "../../../shared/support.ts";
import { partTypes } from "../support-table.ts";

/** The content of a message or of a call's result as blocks. */
export function parseContent(content: unknown, field: string): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [textBlock(content)];
  return listAt(content, field).flatMap((part, position) => parsePart(part, `${field}[${position}]`));
}

function parsePart(value: unknown, field: string): ContentBlock[] {
  const part = recordAt(value, field);
  const type = stringAt(part["type"], `${field}.type`);
  checkType(type, field, partTypes);
  if (type === "input_image" || type === "input_file") return [parseMedia(part, type, field)];
  const name = type === "refusal" ? "refusal" : "text";
  const text = stringAt(part[name], `${field}.${name}`);
  return text === "" ? [] : [textBlock(text)];
}

function parseMedia(part: Fields, type: "input_image" | "input_file", field: string): ContentBlock {
  if (!isAbsent(part["file_id"])) {
    throw unsupported(`${field}.file_id`, "the gateway stores no files; send its data or its URL");
  }
  const read = (name: string): [value: string, field: string] => {
    const at = `${field}.${name}`;
    return [stringAt(part[name], at), at];
  };
  if (type === "input_image") return imageBlock(...read("image_url"));
  const title = optional(part["filename"], `${field}.filename`, stringAt);
  const [value, at] = read(isAbsent(part["file_url"]) ? "file_data" : "file_url");
  return at.endsWith("file_url") ? documentUrlBlock(value, title, at) : documentBlock(value, title, at);
}
