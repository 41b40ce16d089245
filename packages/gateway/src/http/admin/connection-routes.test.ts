import type { UserServerEntry } from "@toolcrib/mcp/config";
import { expect, it } from "vitest";
import { createApiKey } from "../../identity/api-key.ts";
import { createGateway } from "../../server/create-gateway.ts";
import { useClosers } from "../../testing/use-closers.ts";

const closers = useClosers();

it("an administrator ends logins of members, and none of an operator", async () => {
  const root = createApiKey();
  const entry = { name: "crm", url: "https://crm.example.com/mcp" } as UserServerEntry;
  const keys = [{ name: "root", sha256: root.sha256, admin: true }];
  const gateway = await createGateway({ keys }, { userServers: () => [entry] });
  closers.push(gateway);
  const ask = (key: string, method: string, path: string, body?: object) =>
    gateway.app.request(`http://localhost/admin${path}`, {
      method,
      headers: { "toolcrib-key": key },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const change = async (more: object) =>
    (await ask(root.key, "POST", "/access", { organisation: "acme", ...more })).json() as Promise<{ secret: string }>;
  await change({ change: "add-organisation" });
  await change({ change: "set-user", user: "olga", role: "operator" });
  await change({ change: "set-user", user: "mia" });
  const { secret: boss } = await change({ change: "create-key", key: "boss", role: "admin" });
  const { secret: olgas } = await change({ change: "create-key", key: "olgas", user: "olga", role: "operator" });
  const end = async (key: string, user: string) =>
    (await ask(key, "DELETE", `/connections/crm?user=${user}&organisation=acme`)).status;

  expect([await end(boss, "mia"), await end(boss, "olga")]).toEqual([200, 403]);
  expect([await end(olgas, "olga"), await end(root.key, "olga")]).toEqual([200, 200]);
});
