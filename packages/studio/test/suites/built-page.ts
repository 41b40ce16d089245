import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Scene } from "../support/scene.ts";

const maxScriptBytes = 200 * 1_024;

export function describeBuiltPage(scene: () => Scene): void {
  describe("the built page", () => {
    it("has less than 200 KB of compressed JavaScript, samples included", () => {
      const folder = join(scene().stage.pageFolder, "assets");
      const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
      const bytes = scripts.map((name) => gzipSync(readFileSync(join(folder, name))).length);

      expect(scripts.length).toBeGreaterThan(0);
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxScriptBytes);
    });

    it("allows no script but its own files, and loads nothing from elsewhere", () => {
      const html = readFileSync(join(scene().stage.pageFolder, "index.html"), "utf8");

      expect(html).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
      expect([...html.matchAll(/(?:src|href)="(.*?)"/g)].map(([, address = ""]) => address)).toSatisfy(
        (addresses: string[]) =>
          addresses.length > 0 && addresses.every((address) => address.startsWith("/studio/assets/")),
      );
    });

    it("opens with and without a slash at its end", async () => {
      const { stage, gateway } = scene();
      for (const address of ["/studio", "/studio/"]) {
        const { page, problems, close } = await stage.open(gateway.url + address);
        await page.getByRole("status").getByText("live").waitFor();
        expect(problems).toEqual([]);
        await close();
      }
    });
  });
}
