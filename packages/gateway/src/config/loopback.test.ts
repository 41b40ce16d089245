import { expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { isLoopbackHost } from "./loopback.ts";

it.each([
  "::1",
  "[::1]",
  "[::1]:8788",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "127.0.0.1:80",
  "localhost",
  "a.localhost:1",
])("treats %s as this machine", (host) => expect(isLoopbackHost(host)).toBe(true));

it.each([
  "::",
  "[::]:80",
  "fe80::1",
  "::2",
  "0.0.0.0",
  "127.0.0.1.example",
  "1",
  ":1",
  "",
  "example.com",
  "[localhost]",
])("treats %s as another machine", (host) => expect(isLoopbackHost(host)).toBe(false));

it("listens on the loopback address of IPv6 without keys, and answers to it", async () => {
  const gateway = await createGateway({ host: "::1", port: 0 });

  const { url } = await gateway.listen();

  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await gateway.close();
});
