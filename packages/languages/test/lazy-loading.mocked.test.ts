import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { afterEach, expect, it, vi } from "vitest";

const generated = "../src/file/entries.generated.ts";

afterEach(() => {
  vi.doUnmock(generated);
  vi.resetModules();
});

async function indexWith(entriesBase64: string, loaded: () => void): Promise<ToolIndex> {
  vi.doMock(generated, () => {
    loaded();
    return { entriesBase64 };
  });
  const { createLanguages } = await import("../src/create-languages.ts");
  const index = new ToolIndex({ languages: createLanguages() });
  const tools: readonly SearchableTool[] = [{ name: "send_email", description: "Sends an email to a person." }];
  index.add(tools);
  await index.ready();
  return index;
}

it("loads the entries with the first text that needs them, and not before", async () => {
  const loaded = vi.fn();
  const { tinyEntries } = await import("./support/tiny-entries.ts");
  const index = await indexWith(Buffer.from(tinyEntries()).toString("base64"), loaded);
  await index.search("send a mail to Ana");
  expect(loaded).not.toHaveBeenCalled();
  await index.search("压缩文件");
  await index.search("文件");
  expect(loaded).toHaveBeenCalledTimes(1);
  expect(index.languagesFailure).toBeUndefined();
});

it("searches without the entries if they are broken, and keeps the error", async () => {
  const index = await indexWith("AAAA", vi.fn());
  const { hits } = await index.search("发送电子邮件 send email");
  expect(hits[0]?.name).toBe("send_email");
  expect(index.languagesFailure).toMatchObject({ code: "invalid_language_entries" });
});
