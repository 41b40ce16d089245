import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runToolcrib } from "../../testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";
import { systemdUnit } from "./systemd-unit.ts";

const files = createTemporaryFiles();

describe("toolcrib serve --print-unit", () => {
  it("prints a unit that runs the same command line, and serves nothing", async () => {
    const { stdout, exitCode } = await runToolcrib([
      "serve",
      "--config",
      "my file.json",
      "--port",
      "9000",
      "--print-unit",
    ]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ExecStart=\S+ \S+\/bin\/toolcrib\.js serve --config "my file\.json" --port 9000$/m);
    expect(stdout).toContain(`WorkingDirectory=${process.cwd()}\n`);
    expect(stdout).toContain("ExecReload=/bin/kill -HUP $MAINPID\n");
  });

  it("gives running answers the time that the config does", async () => {
    const shutdown = { delaySeconds: 5, drainSeconds: 45 };
    const config = files.write("toolcrib.json", JSON.stringify({ shutdown }));
    const stops = async (...options: string[]) =>
      /^TimeoutStopSec=(\d+)$/m.exec((await runToolcrib(["serve", ...options, "--print-unit"])).stdout)?.[1];

    expect(await stops("--config", config)).toBe("60");
    expect(await stops("--config", `${files.folder}/not-yet.json`)).toBe("20");
  });

  it("escapes what systemd would replace", () => {
    const unit = systemdUnit({
      command: "/usr/bin/node",
      args: ['a "b"', "50%", "$HOME", "c\\d"],
      workingFolder: "/x%y",
      stopSeconds: 20,
    });

    expect(unit).toContain('ExecStart=/usr/bin/node "a \\"b\\"" 50%% $$HOME c\\\\d\n');
    expect(unit).toContain("WorkingDirectory=/x%%y\n");
  });

  it.runIf(spawnSync("systemd-analyze", ["--version"]).status === 0)("is valid for systemd", () => {
    const unit = systemdUnit({
      command: process.execPath,
      args: ["serve"],
      workingFolder: files.folder,
      stopSeconds: 20,
    });
    const file = files.write("toolcrib.service", `${unit}\n`);

    const { stderr } = spawnSync("systemd-analyze", ["verify", "--user", file], { encoding: "utf8" });

    expect(stderr.split("\n").filter((line) => line.includes("toolcrib.service"))).toEqual([]);
  });
});
