import { expect, it, onTestFinished } from "vitest";
import { startToolcrib } from "../../testing/run-toolcrib.ts";
import { type Seen, seenWithout, settingProofs } from "../../testing/setting-proofs.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = { HOME: files.folder, XDG_CACHE_HOME: files.folder, XDG_CONFIG_HOME: files.folder };

/** Runs `toolcrib serve` with a config, and sends a request that is wrong. */
async function observe(name: string, config: object): Promise<Seen> {
  const file = files.write(`${name}/toolcrib.json`, JSON.stringify(config));
  const command = startToolcrib(["serve", "--port", "0", "--config", file], { environment, folder: files.folder });
  onTestFinished(() => command.signal("SIGKILL"));
  const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  await (await fetch(`${url}/v1/messages`, { method: "POST", body: "no JSON" })).text();
  const health = (await (await fetch(`${url}/admin/health`)).json()) as { servers: readonly { name: string }[] };
  command.signal("SIGTERM");
  const { stdout } = await command.ended;
  const records = stdout.split("\n").filter((line) => line.startsWith("{"));
  return {
    servers: health.servers.map((server) => server.name),
    loggedStatuses: records.map((record) => (JSON.parse(record) as { trace: { status: number } }).trace.status),
  };
}

it("has no servers and logs nothing where a config says so", async () => {
  expect(await observe("without", { mcpServers: {}, trace: { log: "off" } })).toEqual(seenWithout);
});

it.each(settingProofs)("the setting $setting has an effect", async ({ setting, config, seen }) => {
  expect(await observe(setting, config)).toEqual(seen);
});
