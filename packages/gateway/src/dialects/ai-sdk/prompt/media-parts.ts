import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import type { LooseBlock } from "../../shared/blocks/block-text.ts";
import {
  documentLabels,
  documentText,
  type MediaSource,
  omittedMedia,
  sourceOf,
} from "../../shared/blocks/media-source.ts";
import type { ProviderTraits } from "../provider/provider-traits.ts";

/** URLs that a model can read itself, by media type. */
type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>;

export interface MediaRules {
  readonly traits: ProviderTraits;
  readonly supportedUrls: SupportedUrls;
}

type MediaPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/**
 * An image or document in the provider's format. If the provider cannot take it, a text says so, and the model can tell
 * the user.
 */
export function mediaParts(block: LooseBlock, rules: MediaRules): readonly MediaPart[] {
  const part = mediaPart(block, rules);
  const { context } = documentLabels(block);
  return context === "" || documentText(block) !== undefined ? [part] : [textPart(context), part];
}

function mediaPart(block: LooseBlock, rules: MediaRules): MediaPart {
  const source = sourceOf(block);
  const mediaType = block.type === "image" ? "image/*" : "application/pdf";
  const data = { type: "data", data: source.data ?? "" } as const;
  if (source.type === "base64" && block.type === "image") {
    return { type: "file", mediaType: source.media_type ?? "image/png", data };
  }
  if (source.type === "base64" && source.media_type === mediaType) {
    const { title } = documentLabels(block);
    return { type: "file", mediaType, data, ...(title !== "" && { filename: title }) };
  }
  if (isReadable(source, mediaType, rules)) {
    return { type: "file", mediaType, data: { type: "url", url: new URL(source.url) } };
  }
  const text = block.type === "document" ? documentText(block) : undefined;
  return textPart(text ?? omittedMedia(block));
}

function isReadable(
  source: MediaSource,
  mediaType: string,
  { traits, supportedUrls }: MediaRules,
): source is MediaSource & { url: string } {
  const { url } = source;
  if (source.type !== "url" || url === undefined || !URL.canParse(url)) return false;
  if (mediaType === "image/*" && traits.takesImageUrls) return true;
  const family = mediaType.split("/")[0] ?? "";
  return ["*", "*/*", mediaType, `${family}/*`].some((key) => supportedUrls[key]?.some((pattern) => pattern.test(url)));
}

export function textPart(text: string): LanguageModelV4TextPart {
  return { type: "text", text };
}
