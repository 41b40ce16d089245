import { describe, expect, it } from "vitest";
import { emptyHealth, startRecordedGateway } from "../support/recorded-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

export function describeDoctorPage(scene: () => Scene): void {
  describe("the doctor", () => {
    it("says in plain words whether tool search was on, what upstreams get and what was repaired", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/doctor`);

      const gate = page.locator('[data-reason="on"]');
      await gate.waitFor();
      await eventually(() => gate.textContent()).toContain("Tools are deferred and the model can search for them.");
      const upstream = page.locator('[data-upstream="stand-in"]');
      await upstream.getByText("bridge").waitFor();
      await eventually(() => upstream.textContent()).toContain("an unknown upstream");
      // What the loader rewrites in every conversation is no repair.
      await page.getByText("No repairs were needed.").waitFor();
      await page.getByText("Routine translations by the loader", { exact: false }).click();
      await page.locator('[data-repair="reference_as_text"]').waitFor();
      await page.getByRole("button", { name: "The MCP server broken has failed" }).waitFor();
      await page.locator('[data-server="broken"] summary').getByText("Log").waitFor();
      await page.getByText("On: records hold message text and payloads.").waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it("shows which log is not written, why, and how much of it is lost", async () => {
      const { stage } = scene();
      const health = {
        ...emptyHealth,
        status: "degraded",
        writers: [
          { name: "trace log", target: "traces.jsonl", state: "ok", writtenLines: 1, droppedLines: 0, failedWrites: 0 },
          {
            name: "audit log",
            target: "audit.jsonl",
            state: "failing",
            reason: "ENOSPC",
            writtenLines: 1_200,
            droppedLines: 3,
            queuedBytes: 4_096,
            failedWrites: 2,
          },
        ],
      } as const;
      const gateway = await startRecordedGateway({ traces: [], health, pageFolder: stage.pageFolder });
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/doctor`);

      const broken = page.locator('[data-writer="audit log"]');
      await broken.waitFor();
      await eventually(() => broken.textContent()).toBe(
        "audit logfailingaudit.jsonlENOSPC, 1,200 lines written, 3 lines lost, 2 failed writes, 4,096 bytes waiting",
      );
      await eventually(() => page.locator('[data-writer="trace log"]').textContent()).toBe(
        "trace logoktraces.jsonl1 line written",
      );
      expect(problems).toEqual([]);
      await close();
      await gateway.close();
    });
  });
}
