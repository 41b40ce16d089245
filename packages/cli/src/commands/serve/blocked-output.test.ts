import { type ChildProcess, spawn } from "node:child_process";
import { expect, it, onTestFinished, vi } from "vitest";
import { binFile } from "../../testing/run-toolcrib.ts";
import { serve } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

vi.setConfig({ testTimeout: 60_000 });

const files = createTemporaryFiles();

/** The command with a standard output that nobody reads after its first line, behind a socket or a pipe. */
function startUnread(behind: "a socket" | "a pipe", config: string): ChildProcess {
  const words = [process.execPath, binFile, "serve", "--json", "--port", "0", "--config", config];
  const [command = "", ...rest] =
    behind === "a socket"
      ? words
      : // The shell's pipe; the reader takes one line and then nothing more.
        ["bash", "-c", 'exec "$@" > >(head -n 1 >&2; exec sleep 60)', "bash", ...words];
  const env = { ...process.env, HOME: files.folder, XDG_CACHE_HOME: files.folder };
  return spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"], env });
}

it.each(["a socket", "a pipe"] as const)(
  "toolcrib serve answers while nobody reads the trace log at %s",
  async (behind) => {
    const upstream = await serve(() => Response.json({ type: "message", content: [] }));
    const config = files.write(
      "blocked.json",
      JSON.stringify({
        upstreams: { test: { dialect: "anthropic", url: upstream } },
        trace: { log: "stdout", captureContent: true, logQueueBytes: 100_000 },
      }),
    );
    const child = startUnread(behind, config);
    onTestFinished(() => void child.kill("SIGKILL"));
    const url = await readUrl(behind === "a socket" ? child.stdout : child.stderr);
    child.stdout?.pause();
    const content = "word ".repeat(20_000);
    const body = JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content }] });

    for (let request = 0; request < 20; request++) {
      const answer = await fetch(`${url}/v1/messages`, { method: "POST", body });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    const { writers } = (await (await fetch(`${url}/admin/health`)).json()) as { writers: { droppedLines: number }[] };
    expect(writers[0]?.droppedLines).toBeGreaterThan(0);
    const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  },
);

it("toolcrib serve answers when nobody reads its output any more, and ends in order", async () => {
  const upstream = await serve(() => Response.json({ type: "message", content: [] }));
  const config = files.write(
    "closed.json",
    JSON.stringify({ upstreams: { test: { dialect: "anthropic", url: upstream } }, trace: { log: "stdout" } }),
  );
  const child = startUnread("a socket", config);
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await readUrl(child.stdout);
  child.stdout?.destroy();
  child.stderr?.destroy();
  const body = JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] });

  for (let request = 0; request < 5; request++) {
    const answer = await fetch(`${url}/v1/messages`, { method: "POST", body });
    expect(answer.status).toBe(200);
    await answer.text();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

function readUrl(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /"url":"([^"]+)"/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
