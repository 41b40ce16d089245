import type { ContentBlock } from "@toolcrib/core";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { blockText, contentText, joinTexts, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { dataUrl, documentLabels, type MediaSource, sourceOf } from "../../../../shared/blocks/media-source.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { type Fields, originalOf } from "../../wire/original.ts";

/** Blocks as parts of a user's message or of a result. Blocks without a form of their own are written out as text. */
export function writeParts(blocks: readonly ContentBlock[], field: string): readonly Fields[] {
  return blocks.flatMap((block, position) => writePart(block as LooseBlock, `${field}.${position}`));
}

function writePart(block: LooseBlock, field: string): readonly Fields[] {
  const { part } = originalOf(block) ?? {};
  if (part !== undefined && part["text"] === block["text"]) return [part];
  if (block.type === "image") return [{ ...imagePart(sourceOf(block), field), ...detailField(block) }];
  if (block.type === "document") return documentParts(block, field);
  const text = blockText(block);
  return text === "" ? [] : [inputText(text)];
}

export function inputText(text: string): Fields {
  return { type: "input_text", text };
}

function imagePart(source: MediaSource, field: string): Fields {
  if (source.type === "base64") return { type: "input_image", image_url: dataUrl(source, "image/png") };
  if (source.type === "url") return { type: "input_image", image_url: source.url ?? "" };
  throw untranslatable(`${field}.source.type`, source.type);
}

function detailField(block: LooseBlock): Fields {
  const { detail } = sharedOf(block);
  return detail === undefined ? {} : { detail };
}

function documentParts(block: LooseBlock, field: string): readonly Fields[] {
  const source = sourceOf(block);
  const { title, context } = documentLabels(block);
  const { fileId } = sharedOf(block);
  if (fileId !== undefined) return [{ type: "input_file", file_id: fileId }];
  const before = context === "" ? [] : [inputText(context)];
  if (source.type === "base64") {
    const filename = title === "" ? "document.pdf" : title;
    return [...before, { type: "input_file", filename, file_data: dataUrl(source, "application/pdf") }];
  }
  if (source.type === "url") return [...before, { type: "input_file", file_url: source.url ?? "" }];
  if (source.type === "text") return [inputText(joinTexts([title, context, source.data ?? ""]))];
  if (source.type !== "content") throw untranslatable(`${field}.source.type`, source.type);
  const { content } = source;
  const head = joinTexts([title, context]);
  if (!Array.isArray(content)) return [inputText(joinTexts([head, contentText(content)]))];
  const parts = writeParts(content as ContentBlock[], `${field}.source.content`);
  return head === "" ? parts : [inputText(head), ...parts];
}

/** The error for a value that this API cannot express. Thrown before anything is sent. */
export function untranslatable(field: string, value: unknown): UpstreamError {
  const message = `${field}: '${String(value)}' cannot be translated to the Responses API`;
  return new UpstreamError(400, { type: "invalid_request_error", message }, { isRetryable: false });
}
