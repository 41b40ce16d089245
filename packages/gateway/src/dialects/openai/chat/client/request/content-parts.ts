import type { ContentBlock } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { textBlock } from "../../../shared/blocks.ts";
import { documentBlock, imageBlock, keptFileBlock } from "../../../shared/media-blocks.ts";
import { invalid, wrongType } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, nameAt, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { rememberOrigin } from "../../wire/origins.ts";

type ReadPart = (part: Fields, field: string) => ContentBlock;

const readers: ReadonlyMap<string, ReadPart> = new Map<string, ReadPart>([
  ["text", (part, field) => textBlock(stringAt(part["text"], `${field}.text`))],
  ["refusal", (part, field) => textBlock(stringAt(part["refusal"], `${field}.refusal`))],
  ["image_url", readImage],
  ["file", readFile],
  ["tool_reference", readReference],
]);

/** The content of a message as blocks. Empty texts are left out, because upstreams refuse them. */
export function contentBlocks(content: unknown, field: string, types: readonly string[]): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [textBlock(content)];
  if (!Array.isArray(content)) throw wrongType(field, "a string or an array", content);
  return content.flatMap((value: unknown, position) => {
    const at = `${field}[${position}]`;
    const part = recordAt(value, at);
    const type = nameAt(part["type"], `${at}.type`);
    const read = types.includes(type) ? readers.get(type) : undefined;
    if (read === undefined) {
      throw invalid(`${at}.type`, `expected ${types.join(", ")}, got ${describeValue(type)}`);
    }
    const block = read(part, at) as ContentBlock & { readonly text?: string };
    return block.text === "" ? [] : [rememberOrigin(block, part)];
  });
}

/** An extension of several servers: it loads a tool that has `defer_loading`. */
function readReference(part: Fields, field: string): ContentBlock {
  const name = part["tool_name"] ?? part["name"];
  return { type: "tool_reference", tool_name: nameAt(name, `${field}.tool_name`) } as ContentBlock;
}

function readImage(part: Fields, field: string): ContentBlock {
  const image = recordAt(part["image_url"], `${field}.image_url`);
  const at = `${field}.image_url.url`;
  return imageBlock(stringAt(image["url"], at), optional(image["detail"], `${field}.image_url.detail`, stringAt), at);
}

function readFile(part: Fields, field: string): ContentBlock {
  const file = recordAt(part["file"], `${field}.file`);
  const title = optional(file["filename"], `${field}.file.filename`, stringAt);
  if (isAbsent(file["file_data"]) && !isAbsent(file["file_id"])) {
    return keptFileBlock(nameAt(file["file_id"], `${field}.file.file_id`), title);
  }
  const at = `${field}.file.file_data`;
  return documentBlock(stringAt(file["file_data"], at), title, at);
}
