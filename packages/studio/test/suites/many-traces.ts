import { describe, expect, it } from "vitest";
import { makeTraces } from "../support/make-trace.ts";
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
  });
}
