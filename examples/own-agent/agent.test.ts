import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createStrictMessagesApi, type ScriptedModel, type StrictMessagesApi } from "@toolcrib/anthropic/testing";
import { expect, it, onTestFinished } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const guide = fileURLToPath(new URL("../../docs/guides/an-agent-in-typescript.md", import.meta.url));

/** Stands in for a model: searches, calls the tool that it found, and says what came back. */
const standIn: ScriptedModel = (body, number) => {
  if (number === 1) {
    return [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "sum of two numbers" } }];
  }
  if (number === 2) {
    return [{ type: "tool_use", id: "toolu_2", name: "mcp__everything__get-sum", input: { a: 19, b: 23 } }];
  }
  return [{ type: "text", text: `The tool says: ${/The sum of[^"\\]*/.exec(JSON.stringify(body.messages))?.[0]}` }];
};

async function serve(api: StrictMessagesApi): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const init = { method: "POST", headers, body: Buffer.concat(chunks) };
      const response = await api.fetch(`http://api${incoming.url ?? "/"}`, init);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("finds and calls a tool of a real server", async () => {
  const api = createStrictMessagesApi(standIn);
  const cacheFolder = mkdtempSync(join(tmpdir(), "toolcrib-test-"));
  onTestFinished(() => rmSync(cacheFolder, { recursive: true }));
  const environment = {
    ANTHROPIC_BASE_URL: await serve(api),
    ANTHROPIC_API_KEY: "none",
    XDG_CACHE_HOME: cacheFolder,
  };
  const command = ["--conditions=@toolcrib/source", "--import", "tsx", "agent.ts", "Add 19 and 23 with a tool."];
  const child = spawn(process.execPath, command, { cwd: folder, env: { ...process.env, ...environment } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const exitCode = await new Promise((resolve) => {
    child.on("close", resolve);
  });

  expect(output).toBe("calls mcp__everything__get-sum\nThe tool says: The sum of 19 and 23 is 42.\n");
  expect(exitCode).toBe(0);
  expect(api.rejected).toEqual([]);
  // The whole second prompt began with the first: finding a tool cost nothing that was cached.
  expect(api.accepted[1]?.cachedTokens).toBe(api.accepted[0]?.promptTokens);
}, 60_000);

it("is in the guide verbatim", () => {
  const program = readFileSync(new URL("./agent.ts", import.meta.url), "utf8");

  expect(readFileSync(guide, "utf8")).toContain(`\`\`\`ts\n${program}\`\`\``);
});
