import { describe, expect, it } from "vitest";
import { indexOf, namesOf } from "./support/catalogue.ts";

const index = await indexOf([
  { name: "law_search", description: "日本の法令を全文検索します。" },
  { name: "screen", description: "截取当前屏幕并识别文字" },
  { name: "weather_th", description: "พยากรณ์อากาศสำหรับเมือง" },
  { name: "memo_ko", description: "회의 기록을 저장합니다" },
  { name: "portfolio_ru", description: "Показывает портфель инвестора" },
  { name: "cafe", description: "Réserve une table dans un café" },
  { name: "pdf", description: "解析pdf文件" },
]);

describe("words of other languages", () => {
  it.each([
    ["法令", "law_search"],
    ["法令検索", "law_search"],
    ["屏幕", "screen"],
    ["识别屏幕文字", "screen"],
    ["พยากรณ์อากาศ", "weather_th"],
    ["회의 기록", "memo_ko"],
    ["회의를", "memo_ko"],
    ["портфеля", "portfolio_ru"],
    ["ПОРТФЕЛЬ", "portfolio_ru"],
    ["cafe", "cafe"],
    ["ＣＡＦＥ", "cafe"],
    ["解析 PDF", "pdf"],
  ])("find tools described in that language: %s", async (query, name) => {
    expect(namesOf(await index.search(query, { ranker: "bm25" }))[0]).toBe(name);
  });
});

describe("identifiers", () => {
  const spellings = [
    "fetchWebPage",
    "fetch_web_page",
    "FETCH-WEB-PAGE",
    "FetchWebPage",
    "fetch.web.page",
    "fetch web page",
  ];

  it.each(spellings)("are the same words in every spelling: %s", async (spelling) => {
    for (const name of spellings) {
      const one = await indexOf([{ name }, { name: "other_tool" }]);
      expect(namesOf(await one.search(spelling)), name).toEqual([name]);
    }
  });
});
