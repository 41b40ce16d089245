import type { ContentBlock } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { invalid, unsupported } from "./chat-error.ts";
import { parseDataUrl } from "./data-url.ts";
import { listAt, nameAt, optional, recordAt, textAt } from "./read-values.ts";

type Fields = Readonly<Record<string, unknown>>;
type ReadPart = (part: Fields, field: string) => ContentBlock;

const readers: ReadonlyMap<string, ReadPart> = new Map<string, ReadPart>([
  ["text", (part, field) => text(textAt(part["text"], `${field}.text`))],
  ["refusal", (part, field) => text(textAt(part["refusal"], `${field}.refusal`))],
  ["image_url", imageBlock],
  ["file", fileBlock],
]);

/** The content of a message as blocks. Empty texts say nothing, and upstreams refuse them. */
export function contentBlocks(content: unknown, field: string, types: readonly string[]): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [text(content)];
  return listAt(content, field).flatMap((value, position) => {
    const at = `${field}[${position}]`;
    const part = recordAt(value, at);
    const type = nameAt(part["type"], `${at}.type`);
    const read = types.includes(type) ? readers.get(type) : undefined;
    if (read === undefined) {
      throw unsupported(`${at}.type`, `expected ${types.join(", ")}, got ${describeValue(type)}`);
    }
    const block = read(part, at) as ContentBlock & { readonly text?: string };
    return block.text === "" ? [] : [block];
  });
}

export function text(value: string): ContentBlock {
  return { type: "text", text: value } as ContentBlock;
}

function imageBlock(part: Fields, field: string): ContentBlock {
  const at = `${field}.image_url.url`;
  const url = nameAt(recordAt(part["image_url"], `${field}.image_url`)["url"], at);
  if (/^https?:\/\//i.test(url)) return { type: "image", source: { type: "url", url } } as ContentBlock;
  const data = parseDataUrl(url);
  if (data?.mediaType.startsWith("image/") !== true) {
    throw invalid(at, "expected an http or https URL, or a data URL of an image in base64");
  }
  return { type: "image", source: { type: "base64", media_type: data.mediaType, data: data.base64 } } as ContentBlock;
}

function fileBlock(part: Fields, field: string): ContentBlock {
  const file = recordAt(part["file"], `${field}.file`);
  if (file["file_data"] === undefined) {
    throw unsupported(`${field}.file.file_id`, "files belong to an upstream; send the content as file_data");
  }
  const source = documentSource(textAt(file["file_data"], `${field}.file.file_data`), `${field}.file.file_data`);
  const title = optional(file["filename"], `${field}.file.filename`, textAt) ?? "";
  const block = title === "" ? { type: "document", source } : { type: "document", source, title };
  return block as ContentBlock;
}

function documentSource(url: string, field: string): object {
  const { mediaType, base64 } = parseDataUrl(url) ?? {};
  if (base64 !== undefined && mediaType === "application/pdf") {
    return { type: "base64", media_type: mediaType, data: base64 };
  }
  if (base64 !== undefined && mediaType === "text/plain") {
    return { type: "text", media_type: mediaType, data: Buffer.from(base64, "base64").toString("utf8") };
  }
  throw unsupported(field, "expected a data URL of application/pdf or text/plain in base64");
}
