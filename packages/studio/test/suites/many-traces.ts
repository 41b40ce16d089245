import { describe, expect, it } from "vitest";
import { makeTrace, makeTraces } from "../support/make-trace.ts";
import { startRecordedGateway } from "../support/recorded-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

export function describeManyTraces(scene: () => Scene): void {
  describe("ten thousand traces", () => {
    it("draws only the rows in view, and reaches the last one", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: makeTraces(10_000), pageFolder: stage.pageFolder });
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      const list = page.getByRole("listbox");
      await page.locator('[role="option"][aria-setsize="10000"]').first().waitFor();

      await list.focus();
      await page.keyboard.press("End");
      await page.locator('[role="option"][aria-posinset="10000"][aria-selected="true"]').waitFor();

      await eventually(() => page.getByRole("option").count()).toBeLessThan(60);
      expect(problems).toEqual([]);
      await close();
      await gateway.close();
    });

    it("leaves the rows alone that are read, when a new request arrives", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: makeTraces(10_000), pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.locator('[role="option"][aria-setsize="10000"]').first().waitFor();
      await page.evaluate(() => document.querySelector(".virtual-list")?.scrollTo(0, 100_000));
      await page.locator('[role="option"][aria-posinset="1930"]').waitFor();
      const read = () => page.evaluate(() => document.querySelector(".virtual-list")?.scrollTop ?? 0);
      const scrolled = await read();
      await page.evaluate(() => {
        const changes: string[] = [];
        const observer = new MutationObserver((records) => {
          for (const { type, attributeName } of records)
            changes.push(type === "attributes" ? `${attributeName}` : type);
        });
        const rows = document.querySelector(".virtual-list-space") as Element;
        observer.observe(rows, { subtree: true, childList: true, attributes: true });
        observer.observe(document.querySelector(".virtual-list") as Element, { attributes: true });
        Object.assign(globalThis, { changes });
      });

      gateway.add(makeTrace({ id: "req_new", startedAt: "2026-11-16T00:00:01Z", conversation: "new" }));
      await page.locator('[role="option"][aria-setsize="10001"]').first().waitFor();

      expect(await read()).toBe(scrolled + 52);
      const changes = (await page.evaluate("changes")) as string[];
      expect(changes.filter((change) => !["aria-posinset", "aria-setsize"].includes(change))).toEqual(["style"]);
      await close();
      await gateway.close();
    });
  });
}
