import type { ContentBlock } from "@toolcrib/core";
import { parseDataUrl } from "./data-url.ts";
import { invalid } from "./parameter-errors.ts";
import { withShared } from "./shared-form.ts";

const textMediaTypes = /^(?:text\/|application\/(?:json|xml|yaml)$)/;
const webUrl = /^https?:\/\//i;

/** An image by its address or its data. Nothing is fetched: the upstream gets the address. */
export function imageBlock(url: string, detail: string | undefined, field: string): ContentBlock {
  return detail === undefined ? plainImage(url, field) : withShared(plainImage(url, field), { detail });
}

function plainImage(url: string, field: string): ContentBlock {
  if (webUrl.test(url)) return mediaBlock({ type: "image", source: { type: "url", url } });
  const data = parseDataUrl(url);
  if (data?.mediaType.startsWith("image/") !== true) {
    throw invalid(field, "expected an http or https URL, or a data URL of an image in base64");
  }
  return mediaBlock({ type: "image", source: { type: "base64", media_type: data.mediaType, data: data.base64 } });
}

/** Whether a data URL holds a file that is neither a PDF nor a text. */
export function isForeignFile(dataUrl: unknown): boolean {
  const { mediaType } = (typeof dataUrl === "string" ? parseDataUrl(dataUrl) : undefined) ?? {};
  return mediaType !== undefined && mediaType !== "application/pdf" && !textMediaTypes.test(mediaType);
}

/** A file by its data: a PDF or a text. */
export function documentBlock(dataUrl: string, title: string | undefined, field: string): ContentBlock {
  const data = parseDataUrl(dataUrl);
  if (data === undefined) throw invalid(field, "expected a data URL with a media type, in base64");
  const { mediaType, base64 } = data;
  if (!textMediaTypes.test(mediaType)) {
    return withTitle({ type: "base64", media_type: mediaType, data: base64 }, title);
  }
  const text = Buffer.from(base64, "base64").toString("utf8");
  return withTitle({ type: "text", media_type: "text/plain", data: text }, title);
}

/** A file that an upstream of OpenAI's APIs keeps. */
export function keptFileBlock(fileId: string, title: string | undefined): ContentBlock {
  return withShared(withTitle({ type: "file", file_id: fileId }, title), { fileId });
}

/** A file by its address. */
export function documentUrlBlock(url: string, title: string | undefined, field: string): ContentBlock {
  if (!webUrl.test(url)) throw invalid(field, "expected an http or https URL");
  return withTitle({ type: "url", url }, title);
}

function withTitle(source: object, title: string | undefined): ContentBlock {
  return mediaBlock(
    title === undefined || title === "" ? { type: "document", source } : { type: "document", source, title },
  );
}

function mediaBlock(block: ContentBlock & { readonly source: object; readonly title?: string }): ContentBlock {
  return block;
}
