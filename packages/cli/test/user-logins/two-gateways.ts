import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { accessInStore, type GatewayConfig } from "@toolcrib/gateway";
import { readConfigValue } from "@toolcrib/mcp/config";
import { FormBrowser } from "../../../gateway/src/testing/form-browser.ts";
import type { Output } from "../../src/output/console-output.ts";
import { createStyle } from "../../src/output/style.ts";
import { type Serving, startServing } from "../../src/serving/start-serving.ts";

/** What the gateways write for people. */
export const printed: string[] = [];
const style = createStyle(false);
const output: Output = {
  style,
  noteStyle: style,
  isInteractive: false,
  showsProgress: false,
  print: (line = "") => void printed.push(line),
  note: (line) => void printed.push(line),
  warn: (line) => void printed.push(line),
  hide: () => {},
  redraw: () => {},
};

/** A gateway as `toolcrib serve` makes it, in front of servers that use logins of users. */
export async function openGateway(config: GatewayConfig, servers: Readonly<Record<string, string>>): Promise<Serving> {
  const entries = Object.fromEntries(
    Object.entries(servers).map(([name, url]) => [name, { url, auth: { type: "oauth", per: "user" } }]),
  );
  const { entries: read, problems } = readConfigValue({ mcpServers: entries }, "toolcrib.json", { environment: {} });
  if (problems[0] !== undefined) throw problems[0];
  return startServing({ config, entries: read, port: 0, cacheFolder: null }, output);
}

/** Changes who may use what, in the store. */
export const openAccess = (store: string) =>
  accessInStore(store, { audit: undefined, environment: {}, reportProblem: () => {} });

/** Makes users with a key each, and one key that belongs to nobody, by `organisation key`. */
export async function makeUsers(
  store: string,
  users: readonly {
    readonly organisation: string;
    readonly key: string;
    readonly user?: string;
    readonly role?: string;
  }[],
): Promise<Readonly<Record<string, string>>> {
  const access = await openAccess(store);
  const keys: Record<string, string> = {};
  for (const organisation of new Set(users.map((each) => each.organisation))) {
    await access.change({ change: "add-organisation", organisation });
  }
  for (const { organisation, key, user, role } of users) {
    const isNew =
      user !== undefined && users.find((each) => each.user === user && each.organisation === organisation)?.key === key;
    if (isNew) await access.change({ change: "set-user", organisation, user, ...(role !== undefined && { role }) });
    const made = await access.change({
      change: "create-key",
      organisation,
      key,
      user,
      ...(role !== undefined && { role }),
    });
    keys[`${organisation} ${key}`] = made.secret ?? "";
  }
  await access.close();
  return keys;
}

/** Connects to `/mcp` with a key. */
export async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { "x-api-key": key } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** Calls a tool through the front, and returns the text of the result. */
export async function call(client: Client, name: string, input: object = {}): Promise<string> {
  const result = await client.callTool({ name: "call_tool", arguments: { name, arguments: input } });
  return textOf(result);
}

export function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}

/** Logs in at a server in a browser, with a key of the gateway and as `account` at the authorization server, up to the last redirect. */
export async function logIn(
  gateway: string,
  server: string,
  {
    key,
    account,
    browser = new FormBrowser(),
  }: { readonly key: string; readonly account: string; readonly browser?: FormBrowser },
): Promise<Response> {
  const page = await browser.get(`${gateway}/connect?server=${server}`);
  const login = await browser.submit(page, { key });
  if (!(await login.clone().text()).includes('name="login"')) return login;
  const consent = await browser.submit(login, { login: account, password: "any" });
  return browser.submit(consent, {});
}
