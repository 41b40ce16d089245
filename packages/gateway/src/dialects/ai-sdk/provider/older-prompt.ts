import type { LanguageModelV4FilePart, LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

type FileData = LanguageModelV4FilePart["data"];
type Part = Exclude<LanguageModelV4Message["content"], string>[number];

/** A prompt in the format of the two earlier specifications, where file data is untagged. */
export function olderPrompt(prompt: LanguageModelV4Prompt, version: "v2" | "v3"): LanguageModelV4Prompt {
  return prompt.map((message) =>
    typeof message.content === "string"
      ? message
      : ({ ...message, content: message.content.map((part) => olderPart(part, version)) } as LanguageModelV4Message),
  );
}

function olderPart(part: Part, version: "v2" | "v3"): unknown {
  if (part.type === "file") return { ...part, data: plainData(part.data) };
  if (part.type !== "tool-result" || part.output.type !== "content") return part;
  const value = part.output.value.map((inner) => {
    if (inner.type !== "file") return inner;
    const data = plainData(inner.data);
    if (version === "v2") return { type: "media", data: String(data), mediaType: inner.mediaType };
    const kind = inner.mediaType.startsWith("image/") ? "image" : "file";
    return data instanceof URL
      ? { type: `${kind}-url`, url: data.href }
      : { type: `${kind}-data`, data, mediaType: inner.mediaType };
  });
  return { ...part, output: { ...part.output, value } };
}

function plainData(data: FileData): unknown {
  if (data.type === "url") return data.url;
  return data.type === "data" ? data.data : data;
}
