import { describe, expect, it } from "vitest";
import { isUserServer, readConfigValue } from "./index.ts";

function read(entry: object, source = "toolcrib.json") {
  const environment = { SECRET: "from the environment" };
  return readConfigValue({ mcpServers: { crm: entry } }, source, { environment });
}

const auth = { type: "oauth", per: "user" };
const url = "https://crm.example.com/mcp";

describe("a server that uses the login of each user", () => {
  it("may name a client of its own, with a secret of the environment", () => {
    const given = { ...auth, clientId: "toolcrib", clientSecret: "$".concat("{SECRET}"), scope: "read" };

    const [entry] = read({ url, auth: given }).entries;

    expect(entry).toMatchObject({ auth: { ...given, clientSecret: "from the environment" } });
    expect(entry !== undefined && isUserServer(entry)).toBe(true);
  });

  it.each([
    [{ url, auth: "oauth" }, "auth to be an object"],
    [{ url, auth: { type: "oauth" } }, 'auth.per to be "user"'],
    [{ url, auth: { type: "oauth", per: "team" } }, 'auth.per to be "user"'],
    [{ url, auth: { per: "user" } }, 'auth.type to be "oauth"'],
    [{ url, auth: { ...auth, clientID: "x" } }, "auth to have only type, per, clientId, clientSecret, scope"],
    [{ url, auth: { ...auth, clientSecret: "x" } }, "auth.clientId beside auth.clientSecret"],
    [{ url, auth, headers: { Authorization: "Bearer x" } }, "either auth or the header authorization"],
    [{ command: "x", auth }, "auth for a url"],
  ])("is not usable as %j", (entry, expected) => {
    expect(read(entry).problems.map(({ details }) => details["expected"])).toEqual([expected]);
  });

  it("is not what other clients mean by auth", () => {
    const [entry] = read({ url, auth: { CLIENT_ID: "x", scopes: ["read"] } }, ".cursor/mcp.json").entries;

    expect(entry !== undefined && isUserServer(entry)).toBe(false);
  });
});
