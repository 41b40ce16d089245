import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { contentText, joinTexts, type LooseBlock } from "../../shared/blocks/block-text.ts";
import type { ProviderTraits } from "../provider/provider-traits.ts";

/** URLs that a model can read itself, by media type. */
type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>;

export interface MediaRules {
  readonly traits: ProviderTraits;
  readonly supportedUrls: SupportedUrls;
}

type MediaPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

interface Source {
  readonly type?: string;
  readonly media_type?: string;
  readonly data?: string;
  readonly url?: string;
  readonly content?: unknown;
}

/** Whether a block holds an image or a document. */
export function isMedia({ type }: LooseBlock): boolean {
  return type === "image" || type === "document";
}

/**
 * An image or document in the provider's format. If the provider cannot take it, a text says so, and the model can tell
 * the user. URLs in a request are never fetched.
 */
export function mediaPart(block: LooseBlock, rules: MediaRules): MediaPart {
  const source = (block["source"] ?? {}) as Source;
  if (block.type === "image") return imagePart(source, rules);
  const title = typeof block["title"] === "string" ? block["title"] : undefined;
  const context = typeof block["context"] === "string" ? block["context"] : "";
  if (source.type === "text" || source.type === "content") {
    return textPart(joinTexts([title ?? "", context, source.data ?? contentText(source.content)]));
  }
  if (source.type === "base64" && source.media_type === "application/pdf") {
    const filename = title === undefined ? {} : { filename: title };
    return { type: "file", mediaType: "application/pdf", data: { type: "data", data: source.data ?? "" }, ...filename };
  }
  return isReadable(source, "application/pdf", rules)
    ? { type: "file", mediaType: "application/pdf", data: { type: "url", url: new URL(source.url) } }
    : textPart(`[document that this model cannot be given: ${title ?? source.url ?? source.type ?? "no source"}]`);
}

function imagePart(source: Source, rules: MediaRules): MediaPart {
  if (source.type === "base64") {
    const data = { type: "data", data: source.data ?? "" } as const;
    return { type: "file", mediaType: source.media_type ?? "image/png", data };
  }
  return isReadable(source, "image/*", rules)
    ? { type: "file", mediaType: "image/*", data: { type: "url", url: new URL(source.url) } }
    : textPart(`[image that this model cannot be given: ${source.url ?? source.type ?? "no source"}]`);
}

function isReadable(
  source: Source,
  mediaType: string,
  { traits, supportedUrls }: MediaRules,
): source is Source & { url: string } {
  const { url } = source;
  if (source.type !== "url" || url === undefined || !URL.canParse(url)) return false;
  if (mediaType === "image/*" && traits.takesImageUrls) return true;
  const family = mediaType.split("/")[0] ?? "";
  return ["*", "*/*", mediaType, `${family}/*`].some((key) => supportedUrls[key]?.some((pattern) => pattern.test(url)));
}

export function textPart(text: string): LanguageModelV4TextPart {
  return { type: "text", text };
}
