const maxHeadLength = 200;

interface Data {
  readonly mediaType: string;
  readonly base64: string;
}

/** Reads a data URL in base64; undefined for anything else. */
export function parseDataUrl(url: string): Data | undefined {
  if (url.slice(0, 5).toLowerCase() !== "data:") return undefined;
  const comma = url.slice(0, maxHeadLength).indexOf(",");
  if (comma === -1) return undefined;
  const [mediaType = "", ...parameters] = url.slice(5, comma).toLowerCase().split(";");
  return parameters.at(-1)?.trim() === "base64" && mediaType !== ""
    ? { mediaType: mediaType.trim(), base64: url.slice(comma + 1) }
    : undefined;
}
