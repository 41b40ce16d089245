import { contentText, joinTexts, type LooseBlock } from "../../../../shared/blocks/block-text.ts";
import type { ChatTraits } from "./chat-traits.ts";

/** A part of a user message. */
export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };

interface Source {
  readonly type?: string;
  readonly media_type?: string;
  readonly data?: string;
  readonly url?: string;
  readonly content?: unknown;
}

export function textPart(text: string): ChatPart {
  return { type: "text", text };
}

/** Whether a block holds an image or a document. */
export function isMedia({ type }: LooseBlock): boolean {
  return type === "image" || type === "document";
}

/**
 * An image or a document as a part of a user message. A text names what the format cannot carry, so that the model can say so: the
 * gateway fetches nothing from addresses in a request.
 */
export function mediaPart(block: LooseBlock, traits: ChatTraits): ChatPart {
  const source = (block["source"] ?? {}) as Source;
  return block.type === "image" ? imagePart(source, traits) : documentPart(block, source);
}

function imagePart(source: Source, { takesImageUrls }: ChatTraits): ChatPart {
  if (source.type === "base64") return imageUrl(dataUrl(source.media_type ?? "image/png", source.data));
  const { url } = source;
  if (source.type === "url" && takesImageUrls && url !== undefined && URL.canParse(url)) return imageUrl(url);
  return textPart(`[image that this model cannot be given: ${url ?? source.type ?? "no source"}]`);
}

function documentPart(block: LooseBlock, source: Source): ChatPart {
  const title = typeof block["title"] === "string" ? block["title"] : undefined;
  const context = typeof block["context"] === "string" ? block["context"] : "";
  if (source.type === "text" || source.type === "content") {
    return textPart(joinTexts([title ?? "", context, source.data ?? contentText(source.content)]));
  }
  if (source.type === "base64" && source.media_type === "application/pdf") {
    const file_data = dataUrl(source.media_type, source.data);
    return { type: "file", file: { filename: title ?? "document.pdf", file_data } };
  }
  return textPart(`[document that this model cannot be given: ${title ?? source.url ?? source.type ?? "no source"}]`);
}

function imageUrl(url: string): ChatPart {
  return { type: "image_url", image_url: { url } };
}

function dataUrl(mediaType: string, data = ""): string {
  return `data:${mediaType};base64,${data}`;
}
