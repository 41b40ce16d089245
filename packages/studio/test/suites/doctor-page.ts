import { describe, expect, it } from "vitest";
import type { Scene } from "../support/scene.ts";

export function describeDoctorPage(scene: () => Scene): void {
  describe("the doctor", () => {
    it("says in plain words whether tool search was on, what upstreams get and what was put right", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/doctor`);

      const gate = page.locator('[data-reason="on"]');
      await gate.waitFor();
      expect(await gate.textContent()).toContain("Tools are deferred and the model can search for them.");
      const upstream = page.locator('[data-upstream="stand-in"]');
      await upstream.getByText("bridge").waitFor();
      expect(await upstream.textContent()).toContain("an unknown upstream");
      await page.locator('[data-repair="reference_as_text"]').waitFor();
      await page.getByText("On: records hold message text and payloads.").waitFor();
      expect(problems).toEqual([]);
      await close();
    });
  });
}
