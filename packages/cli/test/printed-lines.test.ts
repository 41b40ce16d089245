import { execFile } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChatStandIn } from "../src/testing/chat-stand-in.ts";
import { type RunningCommand, runToolcrib, startToolcrib } from "../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../src/testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = {
  HOME: files.folder,
  XDG_CACHE_HOME: join(files.folder, "cache"),
  XDG_CONFIG_HOME: join(files.folder, "config"),
  XDG_DATA_HOME: join(files.folder, "data"),
  CODEX_HOME: undefined,
  ANTHROPIC_API_KEY: undefined,
  TOKEN_OF_THE_UPSTREAM: "sk-upstream",
};
const place = { environment, folder: files.folder };

/** Does what Claude Code does with its variables: it wants a token, and names a model of Anthropic's unless it is told another. */
const client = `#!${process.execPath}
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_MODEL: model = "claude-opus-5-5" } = process.env;
if (token === undefined) { console.log("Not logged in"); process.exit(1); }
const response = await fetch(url + "/v1/messages", {
  method: "POST",
  headers: { authorization: "Bearer " + token, "anthropic-version": "2023-06-01", "content-type": "application/json" },
  body: JSON.stringify({ model, max_tokens: 100, messages: [{ role: "user", content: "Hello" }] }),
});
const answer = await response.json();
console.log(process.env.ENABLE_TOOL_SEARCH, response.ok ? answer.content[0].text : answer.error.message);
process.exit(response.ok ? 0 : 1);
`;
const bin = join(files.folder, "bin");
chmodSync(files.write("bin/claude.mjs", client), 0o755);
chmodSync(files.write("bin/claude", `#!/bin/sh\nexec '${bin}/claude.mjs' "$@"\n`), 0o755);

/** Runs a printed line in a shell. */
async function runLine(line: string): Promise<string> {
  const { PATH = "" } = process.env;
  const { stdout } = await promisify(execFile)("sh", ["-c", line], { env: { PATH: `${bin}${delimiter}${PATH}` } });
  return stdout.trim();
}

async function startPrinting(
  command: readonly string[],
): Promise<{ gateway: RunningCommand; line: string; url: string }> {
  const gateway = startToolcrib(command, place);
  onTestFinished(() => gateway.signal("SIGKILL"));
  const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
  const [, line = ""] = await gateway.saw(/Claude Code {3}(.+)\n/);
  return { gateway, line, url };
}

/** An upstream of any of the dialects that has one model, or lists what a test says. */
async function startUpstream(ids: readonly string[] | undefined): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const isList = incoming.url?.startsWith("/v1/models") === true && ids !== undefined;
    // An upstream that says nothing must not keep the gateway from printing.
    if (!isList) return;
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const chat = ["--upstream-dialect", "openai-chat"];

describe("the lines that are printed", () => {
  it("of the README's first recipe work as they are, with an upstream that has one model", async () => {
    const [, recipe = ""] =
      /### You run an agent on any model[\s\S]*?```sh\n([\s\S]*?)```/.exec(
        readFileSync(new URL("../../../README.md", import.meta.url), "utf8"),
      ) ?? [];
    const [serve = "", start = ""] = recipe.split("\n");
    const standIn = await startChatStandIn();
    onTestFinished(() => standIn.close());
    const words = serve.replace("http://127.0.0.1:11434/v1", standIn.url).split(" ");
    expect(words.slice(0, 2)).toEqual(["npx", "toolcrib"]);

    const { line, url } = await startPrinting([...words.slice(2), "--port", "0"]);

    expect(line).toBe(start.replace("http://127.0.0.1:8788", url));
    expect(await runLine(line)).toBe("false Yes.");
  });

  it("of the demo work as they are", async () => {
    const { line, gateway } = await startPrinting(["demo", "--serve", "--port", "0", "--no-open"]);

    expect(line).toMatch(/ ANTHROPIC_MODEL=stand-in claude$/);
    expect(await runLine(line)).toMatch(/^false \S/);
    gateway.signal("SIGTERM");
    expect((await gateway.ended).exitCode).toBe(0);
  }, 60_000);

  it("leave the search to the client where the gateway does not inject one, and name the first model that can talk", async () => {
    const upstream = await startUpstream(["nomic-embed-text", "odd'name", "llama3"]);
    const { line, gateway, url } = await startPrinting(["serve", "--port", "0", "--upstream", upstream, ...chat]);
    const [codex] = await gateway.saw(/toolcrib init codex .+/);

    expect(line).toBe(
      `ENABLE_TOOL_SEARCH=true ANTHROPIC_BASE_URL=${url} ANTHROPIC_AUTH_TOKEN=local ANTHROPIC_MODEL='odd'\\''name' claude`,
    );
    expect(await runLine(line.replace(/claude$/, "sh -c 'echo $ANTHROPIC_MODEL'"))).toBe("odd'name");
    await gateway.saw(/It has {8}odd'name, llama3, nomic-embed-text\n/);
    const printed = await promisify(execFile)("sh", ["-c", `printf '%s\\n' ${codex}`]);
    const { exitCode } = await runToolcrib([...printed.stdout.trim().split("\n").slice(1), "--dry-run"], place);
    expect(exitCode).toBe(0);
  });

  it("leave the model open if the upstream does not tell its models in time", async () => {
    const { line } = await startPrinting([
      "serve",
      "--port",
      "0",
      "--upstream",
      await startUpstream(undefined),
      ...chat,
    ]);

    expect(line).toContain("ANTHROPIC_AUTH_TOKEN=local ANTHROPIC_MODEL=MODEL claude");
  });

  it.each([
    ["Anthropic's API, with the client's own login", {}, /^ENABLE_TOOL_SEARCH=true ANTHROPIC_BASE_URL=\S+ claude$/],
    [
      "a route that names the model",
      {
        upstreams: { local: { dialect: "openai-chat", url: "http://127.0.0.1:9/v1" } },
        routes: [{ model: "*", upstreamModel: "qwen3:8b", inject: "always" }],
      },
      /^ENABLE_TOOL_SEARCH=false ANTHROPIC_BASE_URL=\S+ ANTHROPIC_AUTH_TOKEN=local claude$/,
    ],
    [
      "keys of the gateway",
      {
        keys: [{ name: "a", sha256: "0".repeat(64) }],
        upstreams: { local: { dialect: "anthropic", url: "http://127.0.0.1:9" } },
      },
      /ANTHROPIC_AUTH_TOKEN=YOUR_TOOLCRIB_KEY ANTHROPIC_MODEL=MODEL claude$/,
    ],
    [
      "a hosted upstream that wants the client's key",
      { upstreams: { hosted: { dialect: "openai-chat", url: "https://models.invalid/v1" } } },
      /ANTHROPIC_AUTH_TOKEN=YOUR_KEY ANTHROPIC_MODEL=MODEL claude$/,
    ],
    [
      "a hosted upstream with the operator's key",
      {
        upstreams: {
          hosted: { dialect: "openai-chat", url: "https://models.invalid/v1", apiKeyEnv: "TOKEN_OF_THE_UPSTREAM" },
        },
      },
      /ANTHROPIC_AUTH_TOKEN=local ANTHROPIC_MODEL=MODEL claude$/,
    ],
  ])("fit the config: %s", async (name, config, expected) => {
    const file = files.write(`${name.replaceAll(/\W/g, "-")}.json`, JSON.stringify(config));
    const { line } = await startPrinting(["serve", "--port", "0", "--config", file]);

    expect(line).toMatch(expected);
  });
});
