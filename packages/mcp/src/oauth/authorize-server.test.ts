import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ToolIndex } from "@toolcrib/search";
import { afterEach, describe, expect, it } from "vitest";
import type { RemoteServerEntry } from "../config/index.ts";
import {
  authorizeServer,
  BackgroundWrites,
  createFront,
  createFrontHttpHandler,
  forgetLogin,
  loadStoredLogins,
  ServerPool,
} from "../index.ts";
import { type BehindLoginOptions, serveBehindLogin } from "../testing/authorization-server.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: BehindLoginOptions = {}) {
  const behind = new ServerPool({ entries: [scriptedEntry("a", {}, { alwaysLoad: true })], cacheFolder: null });
  await behind.settled(20_000);
  const front = await createFront({ pool: behind, index: new ToolIndex({ embedder: null }), pinnedNames: "own" });
  const handle = createFrontHttpHandler(front);
  const server = await serveBehindLogin((request, response) => void handle(request, response), options);
  closing.push(
    () => behind.close(),
    () => front.close(),
    () => server.close(),
    () => handle.close(),
  );
  const entry: RemoteServerEntry = {
    name: "far",
    source: "test",
    transport: "http",
    url: server.url,
    headers: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
  };
  return { server, entry, folder: newFolder() };
}

async function openPool(entry: RemoteServerEntry, folder: string) {
  const writes = new BackgroundWrites();
  const authProvider = await loadStoredLogins([entry], folder, writes);
  const pool = new ServerPool({ entries: [entry], cacheFolder: null, authProvider, writes });
  closing.push(() => pool.close());
  await pool.settled(20_000);
  return pool;
}

// The browser of a user who agrees to everything.
async function browse(url: URL): Promise<void> {
  await fetch(url);
}

describe("W-MCP15 a remote server that requires a login", () => {
  it("reports it, and works once the user has logged in", async () => {
    const { server, entry, folder } = await open();
    const before = await openPool(entry, folder);
    expect(before.servers()[0]).toMatchObject({ state: "failed", reason: expect.stringContaining("requires a login") });
    expect(server.asked).toEqual([]);

    await authorizeServer({ entry, folder, openUrl: browse });
    expect(server.asked).toEqual(["register", "authorize", "token authorization_code"]);

    const pool = await openPool(entry, folder);
    expect(await pool.callTool("mcp__far__echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
  });

  it("is logged in at the authorization server and with the scopes that it names", async () => {
    const { server, entry, folder } = await open({ metadataPath: "/elsewhere/metadata", scope: "read" });

    await authorizeServer({ entry, folder, openUrl: browse });

    expect(server.scopes).toEqual(["read"]);
    expect((await openPool(entry, folder)).servers()[0]).toMatchObject({ state: "ready" });
  });

  it("reports it if a call needs more scopes, and the next login requests all of them", async () => {
    const { server, entry, folder } = await open({ scope: "read" });
    await authorizeServer({ entry, folder, openUrl: browse });
    const pool = await openPool(entry, folder);
    server.requireScope("write");

    const call = pool.callTool("mcp__far__echo", { text: "hi" });
    await expect(call).rejects.toMatchObject({ code: "authorization_required" });
    await pool.close();
    await authorizeServer({ entry, folder, openUrl: browse });

    expect(new Set(server.scopes.at(-1)?.split(" "))).toEqual(new Set(["read", "write"]));
    const again = await openPool(entry, folder);
    expect(await again.callTool("mcp__far__echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
  });

  it("has its tokens renewed without the user", async () => {
    const { server, entry, folder } = await open();
    await authorizeServer({ entry, folder, openUrl: browse });
    server.expireTokens();

    const pool = await openPool(entry, folder);

    expect(pool.servers()[0]).toMatchObject({ state: "ready" });
    expect(server.asked.at(-1)).toBe("token refresh_token");
    // The renewed tokens are stored too.
    expect((await openPool(entry, folder)).servers()[0]).toMatchObject({ state: "ready" });
  });

  it("has tokens on disk that only the user can read, and that can be forgotten", async () => {
    const { entry, folder } = await open();
    await authorizeServer({ entry, folder, openUrl: browse });

    const [file = ""] = readdirSync(join(folder, "logins"));
    const path = join(folder, "logins", file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "logins")).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(path, "utf8")).tokens.access_token).toEqual(expect.any(String));

    await forgetLogin(entry, folder);
    expect((await openPool(entry, folder)).servers()[0]).toMatchObject({ state: "failed" });
  });

  it("rejects a browser callback with another state", async () => {
    const { entry, folder } = await open();
    const statuses: number[] = [];
    const waiting = new AbortController();

    const login = authorizeServer({
      entry,
      folder,
      signal: waiting.signal,
      openUrl: async (url) => {
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.search = "?code=stolen&state=guessed";
        statuses.push((await fetch(back)).status);
        waiting.abort(new Error("nobody came"));
      },
    });

    await expect(login).rejects.toMatchObject({ code: "authorization_failed" });
    expect(statuses).toEqual([404]);
  });

  it("says why a login failed", async () => {
    const { entry, folder } = await open();

    const login = authorizeServer({
      entry,
      folder,
      openUrl: async (url) => {
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        back.searchParams.set("error", "access_denied");
        await fetch(back);
      },
    });

    await expect(login).rejects.toThrow("The login to far failed: access_denied");
  });
});
