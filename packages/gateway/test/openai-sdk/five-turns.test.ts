import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finds } from "../../clients/frame/five-turns.ts";
import { measurePrefixes } from "../../clients/measure/prefix-by-conversation.ts";
import { sdkUses, startUse } from "../../clients/openai/conversations.ts";
import { connectMcpTools, type McpTools } from "../../clients/openai/mcp-tools.ts";
import { turnsOf } from "../../clients/openai/turns.ts";
import { startUpstream } from "../../clients/upstream/start-upstream.ts";
import { startGateway } from "../../src/testing/gateways/start-gateway.ts";
import { useClosers } from "../../src/testing/use-closers.ts";

const closers = useClosers();
let folder: string;
let mcp: McpTools;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openai-sdk-"));
  mcp = await connectMcpTools(folder);
});
afterAll(async () => {
  await mcp.close();
  await rm(folder, { recursive: true, force: true });
});

/** The same as `npm run test:clients` does, in every way that the SDK has, on a strict upstream of each API. */
describe.each([
  ["openai-chat", "bridge"],
  ["anthropic", "native"],
  ["anthropic", "bridge"],
] as const)("five turns with tools of real MCP servers on %s, with the loader %s", (dialect, loader) => {
  it.each(sdkUses.map((use, number) => ({ ...use, number })))("work with $title", async ({ number, ...use }) => {
    const upstream = await startUpstream(dialect, []);
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader, inject: "always" });
    closers.push(upstream.close, gateway.close);
    const ask = startUse(use, { url: gateway.url, model: "any-model", mcp });
    const turns = turnsOf(use, `${dialect}-${loader}-${number}`);
    for (const { prompt, expected } of turns) expect(await ask(prompt)).toBe(expected);

    expect(upstream.problems).toEqual([]);
    expect(gateway.traces.flatMap(({ searches }) => searches).filter(({ hits }) => hits.length > 0)).toHaveLength(
      finds,
    );
    expect(measurePrefixes(upstream.taken).filter(({ brokenAt }) => brokenAt !== undefined)).toEqual([]);
  });
});
