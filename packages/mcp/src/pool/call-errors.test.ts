import { afterEach, describe, expect, it } from "vitest";
import { ServerPool } from "../index.ts";
import { closePools, settledPool } from "../testing/open-pool.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";
import { conformanceEntry, serveFront } from "../testing/serve-front.ts";
import { userServerEntry } from "../testing/user-server-entry.ts";

afterEach(closePools);

describe("a call without an answer", () => {
  it("reports a timeout, and the server keeps running", async () => {
    // Long enough for the call that is answered, also on a busy machine.
    const { pool } = await settledPool({ entries: [scriptedEntry("a")], callMilliseconds: 2_000 });

    const call = pool.callTool("mcp__a__slow", {});

    await expect(call).rejects.toMatchObject({ code: "call_timed_out", details: { server: "a", seconds: 2 } });
    expect(await pool.callTool("mcp__a__echo", { text: "x" })).toMatchObject({ content: [{ text: "x" }] });
    expect(pool.servers()[0]).toMatchObject({ state: "ready", restarts: 0 });
  });

  it("is refused if the server's protocol version has no such request", async () => {
    const behind = new ServerPool({ entries: [conformanceEntry()], cacheFolder: null });
    const served = await serveFront({ pool: behind });
    const common = { source: "test", disabled: false, alwaysLoad: false, policy: [] };
    const { pool } = await settledPool({
      entries: [{ ...common, name: "far", transport: "http", url: served.url, headers: {} }],
    });

    // The front supports both eras, and the pool chose the newer one.
    const subscribe = pool.request("far", "resources/subscribe", { uri: "test://watched-resource" });
    await expect(subscribe).rejects.toMatchObject({ code: -32601 });

    await closePools();
    await served.close();
    await behind.close();
  });
});

it("the failure of a server does not quote a token that no header can hold", async () => {
  const authProvider = () => ({ token: async () => "secret\ntoken-of-ada" });

  const { pool } = await settledPool({ entries: [userServerEntry("http://127.0.0.1:1/mcp")], authProvider });

  expect(pool.servers()[0]).toMatchObject({ state: "failed", reason: expect.stringContaining("[redacted]") });
  expect(pool.servers()[0]?.reason).not.toContain("token-of-ada");
});
