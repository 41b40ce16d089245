import { readFileSync } from "node:fs";
import { createAuditKeys, type GatewayConfig } from "@toolcrib/gateway";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { keysWith, type Office, openOffice } from "../../src/testing/office.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { serve } from "../../src/testing/serve.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";

vi.setConfig({ testTimeout: 60_000 });

const files = createTemporaryFiles();
const signing = createAuditKeys();
afterEach(() => {
  delete process.env["TOOLCRIB_AUDIT_KEY"];
});

/** The office with an audit log, whose operator has a key. */
async function open(config: GatewayConfig = {}) {
  process.env["TOOLCRIB_AUDIT_KEY"] = signing.privateKey;
  const { keys = [], of } = keysWith({ alice: [{ action: "deny", name: "shred_note" }], operator: [] });
  const admins = keys.map((key) => ({ ...key, admin: key.name === "operator" }));
  const office: Office = await openOffice(files.folder, { keys: admins, audit: {}, ...config });
  onTestFinished(office.close);
  const run = (...words: readonly string[]) =>
    runInProcess(["audit", ...words, "--gateway", office.url], {
      environment: { TOOLCRIB_KEY: of["operator"]?.key },
      folder: files.folder,
    });
  const written = (count: number) =>
    expect.poll(async () => JSON.parse((await run("--json")).stdout).calls.length, { timeout: 20_000 }).toBe(count);
  return { office, of, run, written };
}

const note = { path: "secret plans" };

describe("the audit log of a gateway", () => {
  it("has every call at /mcp, made or refused, with who made it, and no arguments", async () => {
    const { office, of, run, written } = await open();
    const client = await office.connect(of["alice"]);
    await client.callTool({ name: "search_tools", arguments: { query: "note" } });
    await client.callTool({ name: "call_tool", arguments: { name: "mcp__office__read_note", arguments: note } });
    await client.callTool({ name: "call_tool", arguments: { name: "mcp__office__shred_note", arguments: note } });
    await client.callTool({ name: "call_tool", arguments: { name: "mcp__office__write_note", arguments: {} } });
    await written(3);

    const { stdout } = await run("--json");
    const calls = (JSON.parse(stdout) as { calls: object[] }).calls.toReversed();
    const common = { kind: "call", door: "mcp", key: "alice", by: "gateway" };
    expect(calls).toMatchObject([
      { ...common, server: "office", tool: "read_note", outcome: "ok" },
      { ...common, tool: "mcp__office__shred_note", outcome: "refused", refusal: "unknown" },
      { ...common, server: "office", tool: "write_note", outcome: "refused", refusal: "invalid" },
    ]);
    expect(stdout).not.toContain("secret plans");
    const { stdout: shown } = await run("--outcome", "ok", "--key", "alice", "--tool", "read_note");
    expect(shown).toMatch(/^\S+Z {2}alice {2}office: read_note {2}ok {2}\d+ ms\n$/);
    expect((await run("--user", "nobody")).stdout).toBe("No calls match.\n");
  });

  it("has the calls of toolsets, and those that clients made, in every dialect", async () => {
    const upstream = await serve(({ body }) => {
      const { messages = [] } = JSON.parse(body) as { messages?: { role: string }[] };
      const call = { type: "tool_use", id: "toolu_1", name: "office_read_note", input: note };
      const isDone = messages.length > 1;
      return Response.json({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: isDone ? [{ type: "text", text: "Done." }] : [call],
        stop_reason: isDone ? "end_turn" : "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      });
    });
    const { office, of, run, written } = await open({
      upstreams: { test: { dialect: "anthropic", url: upstream } },
      audit: { arguments: "full" },
    });
    const post = async (path: string, body: object) => {
      const headers = {
        "x-api-key": of["alice"]?.key ?? "",
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "mcp-client-2026-09-15",
      };
      const response = await fetch(office.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
    };
    await post("/v1/messages", {
      model: "m",
      max_tokens: 1_000,
      messages: [{ role: "user", content: "Read it." }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "office" }],
    });
    const used = { type: "tool_use", id: "toolu_7", name: "Bash", input: { command: "ls" } };
    await post("/v1/messages", {
      model: "m",
      max_tokens: 1_000,
      tools: [{ name: "Bash", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "List." },
        { role: "assistant", content: [used] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_7", is_error: true, content: "no" }] },
      ],
    });
    await post("/v1/chat/completions", {
      model: "m",
      messages: [
        { role: "user", content: "List." },
        {
          role: "assistant",
          tool_calls: [{ id: "call_1", type: "function", function: { name: "shell", arguments: '{"a":1}' } }],
        },
        { role: "tool", tool_call_id: "call_1", content: "done" },
      ],
      tools: [{ type: "function", function: { name: "shell", parameters: { type: "object" } } }],
    });
    await written(3);

    const calls = (JSON.parse((await run("--json")).stdout) as { calls: { tool: string }[] }).calls;
    expect(calls.toSorted((one, other) => (one.tool < other.tool ? -1 : 1))).toMatchObject([
      { tool: "Bash", by: "client", outcome: "error", id: "toolu_7", arguments: { value: { command: "ls" } } },
      { server: "office", tool: "read_note", by: "gateway", outcome: "ok", arguments: { value: note } },
      { tool: "shell", by: "client", outcome: "ok", door: expect.stringContaining("chat") },
    ]);
  });

  it("refuses calls beyond a quota of their tool, and has those too", async () => {
    const { office, of, run, written } = await open({
      quotas: [{ name: "reading", window: "day", tool: "mcp__office__read_*", toolCalls: 1 }],
    });
    const client = await office.connect(of["alice"]);
    const call = (name: string) => client.callTool({ name, arguments: note });
    await call("mcp__office__read_note");
    const refused = await call("mcp__office__read_note");
    const other = await call("mcp__office__write_note");
    await written(3);

    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toContain(
      "read_note was not called. The quota reading is used up: 1 tool calls per day",
    );
    expect(other.isError).not.toBe(true);
    expect(office.runs()).toHaveLength(2);
    expect(JSON.parse((await run("--json", "--outcome", "refused")).stdout).calls).toMatchObject([
      { tool: "read_note", refusal: "quota" },
    ]);
  });

  it("lists changes of access, made and refused", async () => {
    const { office, of, run } = await open();
    const change = (wanted: object) =>
      fetch(`${office.url}/admin/access`, {
        method: "POST",
        headers: { "toolcrib-key": of["operator"]?.key ?? "" },
        body: JSON.stringify({ organisation: "acme", ...wanted }),
      });
    await change({ change: "add-organisation" });
    await change({ change: "create-key", key: "ci" });
    await change({ change: "revoke-key", key: "other" });

    await expect
      .poll(async () => (await run("--changes")).stdout)
      .toMatch(
        /^\S+Z {2}operator {2}revoke-key acme other {2}refused \(access_not_found\)\n\S+Z {2}operator {2}create-key acme ci {2}ok\n\S+Z {2}operator {2}add-organisation acme {2}ok\n$/,
      );
    expect((await run("--changes", "--organisation", "other")).stdout).toBe("No changes match.\n");
    expect(JSON.parse((await run("--changes", "--json")).stdout).changes).toHaveLength(3);
  });

  it("is verified and exported by the command, and a changed export is found out", async () => {
    const { office, of, run, written } = await open();
    const client = await office.connect(of["alice"]);
    for (let count = 0; count < 3; count++) {
      await client.callTool({ name: "mcp__office__read_note", arguments: { path: `n\u202e${count}` } });
    }
    await written(3);

    const verified = await run("verify", "--public-key", signing.publicKey);
    expect(verified).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("The chain is complete.\n3 lines, 1 to 3"),
    });
    const [, known = ""] = /--known: (\S+)/.exec(verified.stdout) ?? [];
    const exported = (await run("export")).stdout;
    const file = files.write("audit.jsonl", exported);
    expect(await run("verify", "--file", file, "--known", known)).toMatchObject({ exitCode: 0 });
    files.write("audit.jsonl", readFileSync(file, "utf8").replace("read_note", "lead_note"));
    expect(await run("verify", "--file", file)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("Line 2 does not continue line 1, which was changed or replaced."),
    });
    files.write("audit.jsonl", exported.split("\n").slice(0, 2).join("\n"));
    expect(await run("verify", "--file", file, "--known", known)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("Line 3 was noted, and is missing."),
    });
  });

  it("is sent to a collector as OpenTelemetry logs", async () => {
    const { office, of, run, written } = await open();
    const client = await office.connect(of["alice"]);
    await client.callTool({ name: "mcp__office__read_note", arguments: note });
    await written(1);
    const bodies: string[] = [];
    const collector = await serve(({ body }) => {
      bodies.push(body);
      return Response.json({});
    });
    const sent = await run("export", "--format", "otlp", "--send", `${collector}/v1/logs`);

    expect(sent).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/Sent 1 line.*--from 2$/m) });
    const [{ scopeLogs }] = JSON.parse(bodies[0] ?? "").resourceLogs;
    expect(scopeLogs[0].logRecords).toMatchObject([{ severityText: "INFO", eventName: "toolcrib.audit.call" }]);
    expect(scopeLogs[0].logRecords[0].attributes).toContainEqual({
      key: "gen_ai.tool.name",
      value: { stringValue: "read_note" },
    });
    await client.callTool({ name: "mcp__office__write_note", arguments: note });
    await written(2);
    const rest = (await run("export", "--from", "2")).stdout.trim().split("\n");
    expect(rest.map((line) => JSON.parse(line))).toMatchObject([{ sequence: 2, tool: "write_note" }]);
    const refusing = await serve(() => new Response(null, { status: 500 }));
    expect(await run("export", "--format", "otlp", "--send", refusing)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("status 500"),
    });
  });
});

it("toolcrib audit says that a gateway without a log has none, and creates keys", async () => {
  const office = await openOffice(files.folder);
  onTestFinished(office.close);
  const where = { environment: {}, folder: files.folder };
  const { exitCode, stderr } = await runInProcess(["audit", "--gateway", office.url], where);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("This gateway keeps no audit log.")]);
  const keys = JSON.parse((await runInProcess(["audit", "key", "--json"], where)).stdout) as typeof signing;
  expect(keys.privateKey).not.toBe(keys.publicKey);
  expect((await runInProcess(["quotas", "--gateway", office.url], where)).stdout).toBe("The gateway has no quotas.\n");
});
