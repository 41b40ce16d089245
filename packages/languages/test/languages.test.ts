import { createLanguages } from "@toolcrib/languages";
import { languageReaderSuite } from "@toolcrib/search/suites";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tinyEntries } from "./support/tiny-entries.ts";

describe.each([
  ["the included entries", () => createLanguages()],
  ["custom entries", () => createLanguages({ entries: tinyEntries() })],
])("the language reader contract: %s", (_name, create) => {
  it.each(languageReaderSuite(create, { foreign: { text: "压缩文件", word: "file" } }))("$title", ({ run }) => run());
});

const included = createLanguages();

async function wordsOf(text: string, languages = included): Promise<readonly string[]> {
  return ((await languages.read(text)) ?? []).flat().map(({ word }) => word);
}

describe("the included entries", () => {
  it.each([
    ["ar", "أرسل رسالة إلى الفريق", "message"],
    ["cs", "odeslat zprávu týmu", "message"],
    ["de", "eine Nachricht an das Team senden", "message"],
    ["es", "enviar un mensaje al equipo", "message"],
    ["fr", "envoyer un message à l'équipe", "send"],
    ["hi", "टीम को संदेश भेजें", "message"],
    ["id", "kirim pesan ke tim", "message"],
    ["it", "invia un messaggio al gruppo", "message"],
    ["ja", "チームにメッセージを送信する", "message"],
    ["ko", "팀에 메시지 보내기", "message"],
    ["nl", "een bericht naar het team sturen", "message"],
    ["pl", "wyślij wiadomość do zespołu", "message"],
    ["pt", "enviar uma mensagem para a equipa", "message"],
    ["ru", "отправить сообщение команде", "message"],
    ["sv", "skicka ett meddelande till teamet", "message"],
    ["tr", "takıma mesaj gönder", "message"],
    ["uk", "надіслати повідомлення команді", "message"],
    ["vi", "gửi tin nhắn cho nhóm", "message"],
    ["zh", "给团队发送消息", "message"],
    ["zh-Hant", "傳送訊息給團隊", "message"],
  ])("read %s", async (_language, text, word) => {
    expect(await wordsOf(text)).toContain(word);
  });

  it.each([
    "list all open pull requests of the repository",
    "café menu",
    "Deduplicate contacts in HubSpot",
    "kubernetes pod logs",
    "mcp__github__create_issue",
    "α and β are Greek",
  ])("take %s for English", async (text) => {
    expect(await included.read(text)).toBeUndefined();
  });

  it("keep Latin words of a text in another script as they are", async () => {
    expect(await included.read("在 GitHub 上创建 issue")).toContainEqual([{ word: "github", weight: 1 }]);
  });
});

describe("a word without an entry", () => {
  const tiny = createLanguages({ entries: tinyEntries() });

  it.each([
    ["is read without its marks", "datéi komprimieren", "file"],
    ["is read as an inflection", "komprimierend datei", "compress"],
    ["is read as two words in one", "dateigröße komprimieren", "size"],
    ["is read without its Arabic article", "الملف", "file"],
    ["is read by its first syllables", "파일을", "file"],
    ["is read in traditional characters", "檔", "file"],
    ["is read together with the next syllable", "gửi tin nhắn", "message"],
  ])("%s", async (_how, text, word) => {
    expect(await wordsOf(text, tiny)).toContain(word);
  });

  it("is left out if nothing is like it", async () => {
    expect(await wordsOf("文件龘龘龘", tiny)).toEqual(["file"]);
  });
});

describe("the answer of a reader", () => {
  it("does not depend on what was read before", async () => {
    const fresh = createLanguages();
    const text = "google-document maken";
    const before = await fresh.read(text);
    await fresh.read("ファイル");
    expect(await fresh.read(text)).toEqual(before);
  });

  it("exists for any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const reading = (await included.read(text)) ?? [];
        expect(reading.every((words) => words.length > 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
