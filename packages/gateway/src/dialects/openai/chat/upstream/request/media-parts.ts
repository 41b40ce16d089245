import type { LooseBlock } from "../../../../shared/blocks/block-text.ts";
import {
  dataUrl,
  documentLabels,
  documentText,
  omittedMedia,
  sourceOf,
} from "../../../../shared/blocks/media-source.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import type { ChatTraits } from "./chat-traits.ts";

/** A part of a user message. */
export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string; readonly detail?: string } }
  | {
      readonly type: "file";
      readonly file: { readonly filename: string; readonly file_data: string } | { readonly file_id: string };
    };

export function textPart(text: string): ChatPart {
  return { type: "text", text };
}

/**
 * An image or a document as parts of a user message. A text names what the format cannot carry, so that the model can
 * say so.
 */
export function mediaParts(block: LooseBlock, traits: ChatTraits): readonly ChatPart[] {
  const { fileId, detail } = sharedOf(block);
  if (fileId !== undefined) return [{ type: "file", file: { file_id: fileId } }];
  const part = mediaPart(block, traits);
  const { context } = documentLabels(block);
  if (context !== "" && documentText(block) === undefined) return [textPart(context), part];
  if (detail === undefined || part.type !== "image_url") return [part];
  return [{ ...part, image_url: { ...part.image_url, detail } }];
}

function mediaPart(block: LooseBlock, { takesImageUrls }: ChatTraits): ChatPart {
  const source = sourceOf(block);
  const { type, url } = source;
  if (block.type === "image") {
    if (type === "base64") return imageUrl(dataUrl(source, "image/png"));
    if (type === "url" && takesImageUrls && url !== undefined && URL.canParse(url)) return imageUrl(url);
    return textPart(omittedMedia(block));
  }
  if (type === "base64" && source.media_type === "application/pdf") {
    const { title } = documentLabels(block);
    const filename = title === "" ? "document.pdf" : title;
    return { type: "file", file: { filename, file_data: dataUrl(source, "application/pdf") } };
  }
  return textPart(documentText(block) ?? omittedMedia(block));
}

function imageUrl(url: string): ChatPart {
  return { type: "image_url", image_url: { url } };
}
