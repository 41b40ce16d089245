import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runToolcrib } from "../../testing/run-toolcrib.ts";

describe("toolcrib key", () => {
  it("prints only the key on standard output, and its hash for the config on standard error", async () => {
    const { stdout, stderr, exitCode } = await runToolcrib(["key", "--name", "ci"]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^tck_[\w-]{43}\n$/);
    expect(stderr).toContain(createHash("sha256").update(stdout.trim()).digest("hex"));
    expect(stderr).toContain('"name":"ci"');
  });

  it("prints an entry for the config with --json, and never the same key twice", async () => {
    const [one, other] = await Promise.all([
      runToolcrib(["key", "--json", "--admin"]),
      runToolcrib(["key", "--json", "--admin"]),
    ]);

    expect(JSON.parse(one.stdout)).toMatchObject({ entry: { name: "default", admin: true } });
    expect(one.stdout).not.toBe(other.stdout);
  });
});
