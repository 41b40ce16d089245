import type { AdminApiSavings, AdminApiTraces } from "@toolcrib/gateway";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatMoney, formatShare, formatShort } from "../../src/page/parts/format.ts";
import { clockOfOneHour } from "../support/clock-of-one-hour.ts";
import { clientSearch, injected, playConversation, serverSearch } from "../support/conversations.ts";
import { type RealGateway, startRealGateway } from "../support/real-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

const prices = {
  asOf: "2026-11-17",
  models: [{ models: ["stand-in-*"], input: 300, cacheRead: 30, cacheWritten: 375, output: 1500 }],
};

/** What people read on the page against what the admin API answers, number by number, on a gateway of its own. */
export function describeSameNumbers(scene: () => Scene): void {
  describe("the numbers on the page", () => {
    let gateway: RealGateway;
    beforeAll(async () => {
      gateway = await startRealGateway({ inject: "always", prices }, scene().stage.pageFolder, clockOfOneHour());
      for (const conversation of [injected, serverSearch, clientSearch]) await playConversation(gateway, conversation);
    });
    afterAll(() => gateway?.close());

    const read = async <Answer>(path: string): Promise<Answer> =>
      (await (await fetch(`${gateway.url}/admin/${path}`)).json()) as Answer;

    it("are those of the API on the overview: today, and each conversation", async () => {
      const { today, conversations } = await read<AdminApiSavings>("savings");
      const { sent, saved, withoutDeferral } = today.savings;
      const { page, close } = await scene().stage.open(`${gateway.url}/studio`);

      expect(saved.cost).toBeGreaterThan(0);
      await eventually(() => page.locator(".hero").textContent()).toBe(`≈ ${formatShort(saved.promptTokens)} tokens`);
      expect(await page.locator(".hero").getAttribute("title")).toBe(`${count(saved.promptTokens)} tokens, estimated`);
      expect(await page.locator(".hero-money").textContent()).toBe(`≈ ${formatMoney(saved.cost ?? 0)}`);
      expect(await tile(page, "Cost today")).toBe(formatMoney(sent.cost ?? 0));
      expect(await page.getByRole("region", { name: "Cost today" }).textContent()).toContain(
        `≈ ${formatMoney(withoutDeferral.cost ?? 0)} without deferral`,
      );
      expect(await tile(page, "Searches")).toBe(String(today.searches.total));
      const { keptCalls, brokenCalls } = today.cache;
      expect(await tile(page, "Cache kept")).toBe(formatShare(keptCalls, keptCalls + brokenCalls));
      expect(conversations).toHaveLength(3);
      for (const { conversation, model, requests, cache, savings } of conversations) {
        const cells = page.locator(`[data-conversation="${conversation} ${model}"] td`);
        const numbers = (await cells.allTextContents()).slice(1);
        const mark = savings.saved.source === "estimated" ? "≈ " : "";
        const share = formatShare(savings.saved.promptTokens, savings.withoutDeferral.promptTokens);
        expect(numbers).toEqual([
          String(requests),
          formatShare(cache.readShare, 1),
          `${mark}${formatShort(savings.saved.promptTokens)}${share}`,
          `${mark}${formatMoney(savings.saved.cost ?? 0)}`,
        ]);
      }
      await close();
    });

    it("are those of the API for each turn of a conversation", async () => {
      const { traces } = await read<AdminApiTraces>("traces?limit=100");
      const [{ conversation, model } = { conversation: "", model: "" }] = traces;
      const turns = traces.filter((trace) => trace.conversation === conversation).toReversed();
      const place = encodeURIComponent(`${conversation} ${model}`);
      const { page, close } = await scene().stage.open(`${gateway.url}/studio#/budget/${place}`);

      await page.locator(".turn").first().waitFor();
      expect(await page.locator(".turn").count()).toBe(turns.length);
      for (const [index, { savings }] of turns.entries()) {
        const cells = await page.locator(`.turn[data-turn="${index + 1}"] td`).allTextContents();
        const { sent, saved } = savings;
        expect(cells.slice(2)).toEqual([
          formatShort(sent.promptTokens),
          `${saved.source === "estimated" ? "≈ " : ""}${formatShort(saved.promptTokens)}`,
          formatShare(sent.tokens.cacheRead, sent.promptTokens),
          formatMoney(sent.cost ?? 0),
        ]);
      }
      await close();
    });

    it("are those of the API for each upstream", async () => {
      const { traces } = await read<AdminApiTraces>("traces?limit=100");
      const calls = traces.flatMap(({ upstreamCalls }) => upstreamCalls);
      const { page, close } = await scene().stage.open(`${gateway.url}/studio#/doctor`);

      const cells = page.locator("[data-upstream] tbody tr").first().locator("td");
      await eventually(() => cells.allTextContents()).toEqual([
        "stand-in-model",
        traces[0]?.loader,
        traces[0]?.loaderReason,
        String(calls.length),
        String(calls.filter(({ status }) => status >= 400).length),
        String(calls.flatMap(({ retries }) => retries).length),
      ]);
      await close();
    });
  });
}

const count = (tokens: number): string => tokens.toLocaleString("en-US");

function tile(page: Page, name: string): Promise<string | null> {
  return page.getByRole("region", { name, exact: true }).locator(".tile-value").textContent();
}
