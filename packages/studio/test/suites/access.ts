import { createApiKey, createGateway } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { studioPages } from "../../src/index.ts";
import type { Scene } from "../support/scene.ts";

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
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("key needed").waitFor();
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
}
