import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { useEarlyAnswers } from "../../testing/use-early-answers.ts";
import { judgeUrl } from "./allowed-hosts.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { isPublicAddress } from "./public-address.ts";

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("an address is public", () => {
  it.each(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])("for %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:7f00:1",
    "[::ffff:10.0.0.1]",
    // Compatible with IPv4, and translated to it.
    "::127.0.0.1",
    "::7f00:1",
    "::10.0.0.1",
    "::ffff:0:127.0.0.1",
    // NAT64, with the well-known prefix and with a local one.
    "64:ff9b::7f00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::7f00:1",
    // 6to4, Teredo and ISATAP.
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001:0:7f00:1::",
    "2606:2800:220:1:0:5efe:127.0.0.1",
    "2606:2800:220:1:200:5efe:a00:1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "100::1",
    "fec0::1",
    "ff02::1",
    "192.0.0.1",
    "198.18.0.1",
    "203.0.113.1",
    "240.0.0.1",
    "no address",
  ])("never for %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a URL", () => {
  const allowedHosts = ["mcp.example.com", "*.allowed.test", "http://localhost:8080"];

  it.each([
    ["https://mcp.example.com/sse", "public"],
    ["https://MCP.example.com", "public"],
    ["https://a.allowed.test:8443/x", "public"],
    ["http://localhost:8080/mcp", "trusted"],
    ["http://mcp.example.com", "forbidden"],
    ["https://mcp.example.com.evil.test", "forbidden"],
    ["https://user:secret@mcp.example.com", "forbidden"],
    ["http://localhost:8081", "forbidden"],
    ["file:///etc/passwd", "forbidden"],
    ["https://other.test", "forbidden"],
  ])("%s is %s", (url, verdict) => {
    expect(judgeUrl(new URL(url), { allowedHosts })).toBe(verdict);
  });
});

describe("W-MC6: the guarded fetch", () => {
  it("refuses a host that resolves to a private address, one among several included", async () => {
    const guarded = createGuardedFetch({
      allowedHosts: ["mcp.example.com"],
      resolveHost: async () => ["93.184.216.34", "169.254.169.254"],
    });

    await expect(guarded("https://mcp.example.com/")).rejects.toThrow("not public");
  });

  it("refuses a literal private address, in any notation", async () => {
    const guarded = createGuardedFetch({ allowedHosts: ["*"] });

    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.1",
      "[::1]",
      "[::127.0.0.1]",
      "[64:ff9b::127.0.0.1]",
    ]) {
      const url = `https://${host}/`;
      await expect(guarded(url)).rejects.toThrow("not public");
    }
  });

  it("connects to the address that was checked, even if the name resolves to another one later", async () => {
    const origin = await serve((request, response) => response.end(request.headers.host));
    const { port } = new URL(origin);
    const named = `http://name.test:${port}`;
    let lookups = 0;
    const guarded = createGuardedFetch({
      allowedHosts: [named],
      resolveHost: async () => {
        lookups++;
        return ["127.0.0.1"];
      },
    });

    expect(await (await guarded(named)).text()).toBe(`name.test:${port}`);
    expect(lookups).toBe(1);
  });

  it("checks redirects again", async () => {
    const inner = await serve((_request, response) => response.end("secret"));
    const outer = await serve((_request, response) => response.writeHead(302, { location: inner }).end());
    const guarded = createGuardedFetch({ allowedHosts: [outer] });

    await expect(guarded(outer)).rejects.toThrow("not an allowed host");
  });

  it("follows an allowed redirect without the token, and stops at a redirect loop", async () => {
    const seen: (string | undefined)[] = [];
    const inner = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end("there");
    });
    const outer = await serve((_request, response) => response.writeHead(307, { location: inner }).end());
    const circle = await serve((_request, response) => response.writeHead(302, { location: "/again" }).end());
    const guarded = createGuardedFetch({ allowedHosts: [outer, inner, circle] });
    const reply = await guarded(outer, { method: "POST", body: "{}", headers: { authorization: "Bearer secret" } });

    expect(await reply.text()).toBe("there");
    expect(seen).toEqual([undefined]);
    await expect(guarded(circle)).rejects.toThrow("more than 5 redirects");
  });

  it("gives another origin nothing that the caller has for the first one", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const record: RequestListener = (request, response) => {
      seen.push(request.headers);
      response.end("there");
    };
    const other = await serve(record);
    const first = await serve((request, response) => {
      if (request.url === "/here") record(request, response);
      else response.writeHead(307, { location: request.url === "/stay" ? "/here" : other }).end();
    });
    const guarded = createGuardedFetch({ allowedHosts: [first, other] });
    const headers = {
      accept: "text/event-stream",
      authorization: "Bearer secret",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-06-18",
      "mcp-session-id": "session",
      "x-api-key": "secret",
      "x-team": "blue",
    };

    for (const path of ["/stay", "/leave"]) {
      await (await guarded(first + path, { method: "POST", body: "{}", headers })).text();
    }

    expect(seen[0]).toMatchObject(headers);
    expect(Object.keys(seen[1] ?? {}).toSorted()).toEqual([
      "accept",
      "connection",
      "content-length",
      "content-type",
      "host",
      "mcp-protocol-version",
    ]);
  });

  it("writes the headers of the connection itself", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const headers = {
      "content-length": "90000",
      cookie: "a=b",
      expect: "100-continue",
      forwarded: "for=192.0.2.1",
      host: "internal.vhost.test",
      te: "trailers",
      "transfer-encoding": "chunked",
      "x-forwarded-for": "192.0.2.1",
      "x-team": "blue",
    };

    await createGuardedFetch({ allowedHosts: [origin] })(origin, { method: "POST", body: "{}", headers });

    expect(seen).toEqual([
      { connection: "keep-alive", "content-length": "2", host: new URL(origin).host, "x-team": "blue" },
    ]);
  });

  it("uses a connection again, unless its answer came before the request was sent completely", async () => {
    const connections = useEarlyAnswers();
    const origin = await connections.listen();
    const guarded = createGuardedFetch({ allowedHosts: [origin] });
    const post = async (body: string): Promise<void> => {
      const answer = await guarded(origin, { method: "POST", body });
      await answer.text();
      await connections.readBodies();
    };

    await post("{}");
    await post("{}");
    expect(connections.count()).toBe(1);
    // More than sockets hold while the server does not read.
    await post("x".repeat(32_000_000));
    await post("{}");
    expect(connections.count()).toBe(2);
  });
});
