import { createGateway } from "@toolcrib/gateway";
import { describe, expect, it, onTestFinished } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();

/** A gateway without keys, and both commands for it. */
async function start() {
  const gateway = await createGateway();
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const run = (options: readonly string[], key?: string) =>
    runInProcess([...options, "--gateway", url], { environment: { TOOLCRIB_KEY: key }, folder: files.folder });
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${url}/admin/me`, { headers: { "toolcrib-key": key } })).status;
  return { run, statusOf };
}

describe("toolcrib keys and toolcrib access", () => {
  it("make an organisation, its people, its keys and its grants with a running gateway", async () => {
    const { run, statusOf } = await start();
    expect((await run(["access"])).stdout).toBe("There are no organisations.\n");
    await run(["access", "add-organisation", "acme"]);
    const root = (await run(["keys", "create", "root", "--organisation", "acme", "--role", "operator"])).stdout.trim();
    const asRoot = (...options: string[]) => run([...options, "--organisation", "acme"], root);
    await asRoot("access", "add-team", "data");
    await asRoot("access", "set-user", "ada@example.com", "--teams", "data", "--role", "admin");
    const grant = await asRoot("access", "add-grant", "--to", "team:data", "--action", "allow", "--server", "github");
    const created = await asRoot(
      "keys",
      "create",
      "ci",
      "--team",
      "data",
      "--user",
      "ada@example.com",
      "--expires",
      "90d",
    );

    expect(grant.stderr).toMatch(/^Added grant_\w+\.\n$/);
    expect(created.stdout).toMatch(/^tck_[\w-]{43}\n$/);
    expect(created.stderr).toContain("not shown again");
    expect(await statusOf(created.stdout.trim())).toBe(200);
    const { stdout } = await run(["access"], root);
    expect(stdout).toContain("ada@example.com  admin, team data");
    expect(stdout).toContain("team data: allow server github");
    expect((await run(["keys"], root)).stdout).toMatch(
      /acme\/ci {2}member, team data, user ada@example.com, ends 2\d{3}-/,
    );
  });

  it("rotate and revoke a key, and print JSON", async () => {
    const { run, statusOf } = await start();
    await run(["access", "add-organisation", "acme"]);
    const keys = async (action: string, key?: string, ...more: string[]) => {
      const { stdout } = await run(["keys", action, "root", "--organisation", "acme", "--json", ...more], key);
      return JSON.parse(stdout) as { readonly key: string; readonly secret: string };
    };
    const first = await keys("create", undefined, "--role", "operator");
    const second = await keys("rotate", first.secret, "--grace", "1h");
    expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([200, 200]);
    const third = await keys("rotate", second.secret);
    expect([await statusOf(first.secret), await statusOf(third.secret)]).toEqual([401, 200]);

    expect(await keys("revoke", third.secret)).toEqual({ organisation: "acme", key: "root" });
    expect(await statusOf(third.secret)).toBe(401);
  });

  it.each([
    [["keys"], "got memory"],
    [["keys", "create", "--organisation", "acme", "--gateway", "http://127.0.0.1:1"], "expected its name"],
    [["keys", "create", "ci", "--gateway", "http://127.0.0.1:1"], "expected --organisation"],
    [["keys", "create", "ci", "--expires", "soon"], "Expected a time such as 90d"],
    [["access", "add-team", "x", "--gateway", "http://127.0.0.1:1"], "expected --organisation"],
  ])("say what is missing: %j", async (options, reason) => {
    const { exitCode, stderr } = await runInProcess(options, { folder: files.folder });

    expect(exitCode).toBe(2);
    expect(stderr).toContain(reason);
  });
});
