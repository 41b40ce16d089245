import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openOffice } from "../testing/office.ts";

const drainMilliseconds = 600_000;

it("closes at once while a studio page and an MCP client are connected: their streams never end by themselves", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-close-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { serving, url } = await openOffice(folder);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const opened = await fetch(`${url}/mcp`, { method: "POST", headers, body });
  const session = opened.headers.get("mcp-session-id") ?? "";
  await opened.text();
  const [page, client] = await Promise.all([
    fetch(`${url}/admin/events`),
    fetch(`${url}/mcp`, {
      headers: { accept: "text/event-stream", "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" },
    }),
  ]);
  expect([page.status, client.status]).toEqual([200, 200]);

  // The test times out if this waits for them.
  await serving.close(drainMilliseconds);

  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
