import { contentText, joinTexts, type LooseBlock } from "./block-text.ts";

/** Where the data of an image or a document is. */
export interface MediaSource {
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

export function sourceOf(block: LooseBlock): MediaSource {
  return (block["source"] ?? {}) as MediaSource;
}

/** What a document says about itself; empty where it says nothing. */
export function documentLabels(block: LooseBlock): { readonly title: string; readonly context: string } {
  const { title, context } = block as Readonly<Record<string, unknown>>;
  return {
    title: typeof title === "string" ? title : "",
    context: typeof context === "string" ? context : "",
  };
}

/** A document that is text, with its labels; undefined for any other. */
export function documentText(block: LooseBlock): string | undefined {
  const { type, data, content } = sourceOf(block);
  if (type !== "text" && type !== "content") return undefined;
  const { title, context } = documentLabels(block);
  return joinTexts([title, context, data ?? contentText(content)]);
}

/** Stands for media that a model cannot take, so that it can tell the user. URLs in a request are never fetched. */
export function omittedMedia(block: LooseBlock): string {
  const { url, type } = sourceOf(block);
  const { title } = documentLabels(block);
  return `[${block.type} that this model cannot be given: ${title === "" ? (url ?? type ?? "no source") : title}]`;
}

export function dataUrl({ media_type: mediaType, data = "" }: MediaSource, fallbackType: string): string {
  return `data:${mediaType ?? fallbackType};base64,${data}`;
}
