import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import type { RefusedRequest } from "./create-listener.ts";

let gateway: Gateway;
afterEach(() => gateway.close());

describe("GET /", () => {
  const pages = () => ({ body: "<html></html>", type: "text/html" });

  it("says in a browser what is served, with a link to the studio", async () => {
    gateway = await createGateway({}, { pages });

    const answer = await gateway.app.request("http://localhost/", { headers: { accept: "text/html,*/*" } });

    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await answer.text()).toContain('<a href="/studio">');
  });

  it("answers other clients in plain text, without what is not there", async () => {
    gateway = await createGateway({});

    const text = await (await gateway.app.request("http://localhost/")).text();

    expect(text).toMatch(/^Toolcrib is running\.\n/);
    for (const path of ["/v1/messages", "/v1/responses", "/v1/chat/completions", "/v1/models", "/healthz"]) {
      expect(text).toContain(`  ${path} `);
    }
    expect(text).not.toContain("/studio");
    expect(text).not.toContain("/mcp");
  });

  it("is not answered for other hosts", async () => {
    gateway = await createGateway({});

    const answer = await gateway.app.request("http://attacker.example/", { headers: { host: "attacker.example" } });

    expect(answer.status).toBe(403);
  });
});

describe("a gateway on a socket", () => {
  it("reports requests that it refuses, without their query", async () => {
    const refused: RefusedRequest[] = [];
    gateway = await createGateway({}, { onRefused: (seen) => refused.push(seen) });
    const { url } = await gateway.listen({ port: 0 });

    await (await fetch(`${url}/v1/v1/messages?key=secret`, { method: "POST", body: "{}" })).text();
    await (await fetch(`${url}/healthz`)).text();

    expect(refused).toEqual([{ method: "POST", path: "/v1/v1/messages", status: 404 }]);
  });

  it("survives a broken reporter", async () => {
    const problems: string[] = [];
    const fail = () => {
      throw new Error("broken");
    };
    gateway = await createGateway({}, { onRefused: fail, reportProblem: (problem) => problems.push(problem) });
    const { url } = await gateway.listen({ port: 0 });

    expect((await fetch(`${url}/nope`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(problems).toEqual(["A refused request could not be reported"]);
  });

  it("has an address that can be connected to when it listens everywhere", async () => {
    const sha256 = "0".repeat(64);
    gateway = await createGateway({ keys: [{ name: "a", sha256 }] });

    const { url, host, port } = await gateway.listen({ port: 0, host: "0.0.0.0" });

    expect({ url, host }).toEqual({ url: `http://127.0.0.1:${port}`, host: "0.0.0.0" });
    const status = await new Promise((resolve) => {
      request(`${url}/healthz`, ({ statusCode }) => resolve(statusCode)).end();
    });
    expect(status).toBe(200);
  });

  it("names a host that is not one of this machine", async () => {
    gateway = await createGateway({ keys: [{ name: "a", sha256: "0".repeat(64) }] });

    await expect(gateway.listen({ port: 0, host: "192.0.2.1" })).rejects.toMatchObject({ code: "host_not_here" });
  });
});
