import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { runToolcrib } from "../../testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";
import type { BackgroundGateway } from "./background-state.ts";

const files = createTemporaryFiles();
const folder = files.folder;
const environment = {
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CACHE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  ANTHROPIC_API_KEY: undefined,
};
const run = (...words: string[]) => runToolcrib(words, { environment, folder });

describe("toolcrib serve --background", () => {
  it("returns when the gateway listens; status shows it and stop ends it", async () => {
    const started = await run("serve", "--port", "0", "--background", "--json");
    const { pid, url, log } = JSON.parse(started.stdout) as BackgroundGateway;
    onTestFinished(() => endProcess(pid));
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({ running: { pid, url } });
    expect(await run("serve", "--port", "0", "--background")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`got one at ${url} (process ${pid})`),
    });

    expect(await run("stop")).toMatchObject({ exitCode: 0, stdout: `Stopped ${url}.\n` });
    expect(() => process.kill(pid, 0)).toThrow();
    expect(readFileSync(log, "utf8")).toContain("SIGTERM: stopping");
    expect(await run("status")).toMatchObject({ exitCode: 1, stdout: "No gateway runs in the background.\n" });
  });

  it.runIf(process.platform === "linux")("shows no other user the passwords of its flags", async () => {
    const flags = ["--store=memory", "--upstream", "http://user:pw12345678@127.0.0.1:9/v1"];
    const started = await run("serve", "--port", "0", ...flags, "--background", "--json");
    const { pid, url } = JSON.parse(started.stdout) as BackgroundGateway;
    onTestFinished(() => endProcess(pid));

    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toMatch(/toolcrib\.js\0serve\0$/);
    expect(await (await fetch(`${url}/admin/health`)).text()).toContain("127.0.0.1:9");
    expect(await run("stop")).toMatchObject({ exitCode: 0 });
  });

  it("says why the gateway did not start", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };

    const { exitCode, stderr } = await run("serve", "--background", "--port", String(port));

    expect(exitCode).toBe(2);
    expect(stderr).toContain("did not start in the background");
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 cannot be used`);
  });

  it("says which file cannot be written, instead of calling it an internal error", async () => {
    const file = files.write("a-file", "");
    const options = { environment: { ...environment, XDG_DATA_HOME: file }, folder };

    const { exitCode, stderr } = await runToolcrib(["serve", "--port", "0", "--background"], options);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${file}/toolcrib/serve.log cannot be written`);
  });

  it("does not mistake another process with the same id for the gateway", async () => {
    const state = { pid: process.pid, url: "http://127.0.0.1:9", startedAt: "2026-01-01T00:00:00Z", log: "x" };
    files.write("toolcrib/serve.json", JSON.stringify(state));

    expect(await run("stop")).toMatchObject({ exitCode: 1, stdout: "No gateway runs in the background.\n" });
  });
});

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, as it should.
  }
}
