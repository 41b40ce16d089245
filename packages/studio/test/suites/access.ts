import { createApiKey, createGateway } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { studioPages } from "../../src/index.ts";
import { makeTraces } from "../support/make-trace.ts";
import { startRecordedGateway } from "../support/recorded-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

export function describeAccess(scene: () => Scene): void {
  describe("a gateway with keys", () => {
    it("is asked for its key first, and shows nothing before", async () => {
      const { stage } = scene();
      const created = createApiKey();
      const gateway = await createGateway(
        { keys: [{ name: "operator", sha256: created.sha256, admin: true }] },
        { pages: studioPages({ folder: stage.pageFolder }) },
      );
      const { url } = await gateway.listen({ port: 0 });
      const { page, close } = await stage.open(`${url}/studio`);

      await page.getByLabel("A key that may use the admin API").fill("not-a-key");
      await eventually(() => page.getByText("Nothing is saved yet").count()).toBe(0);
      expect(await page.getByRole("alert").count()).toBe(0);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("key needed").waitFor();
      await page.getByRole("alert").getByText("This key was not accepted").waitFor();
      await page.getByLabel("A key that may use the admin API").fill(created.key);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("status").getByText("live").waitFor();

      expect(page.url()).not.toContain(created.key);
      await page.reload();
      await page.getByRole("status").getByText("live").waitFor();
      await close();
      await gateway.close();
    });
  });

  describe("a gateway that stops", () => {
    it("is reported in plain words, and what was shown stays", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: makeTraces(3), pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.locator("#traces").getByRole("option").nth(2).waitFor();

      await gateway.close();

      await page.getByText(/The gateway cannot be reached\. Reconnecting/).waitFor();
      await eventually(() => page.locator("#traces").getByRole("option").count()).toBe(3);
      await close();
    });
  });
}
