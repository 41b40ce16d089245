import { shownUrl } from "@toolcrib/core/redaction";
import { authorizeServer, forgetLogin } from "@toolcrib/mcp";
import type { RemoteServerEntry } from "@toolcrib/mcp/config";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { chooseConfigFiles } from "../../servers/choose-config-files.ts";
import { dataFolder } from "../../servers/data-folder.ts";
import { readServersOrExplain } from "../../servers/read-servers.ts";
import { untilStopped } from "../../servers/until-stopped.ts";

/** The options of `toolcrib login`. */
export interface LoginOptions {
  readonly config?: readonly string[];
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly callbackPort?: number;
  readonly forget?: true;
  readonly json?: true;
}

/** Logs in at one server, or forgets its login. */
export async function runLogin(server: string, options: LoginOptions, output: Output): Promise<void> {
  const entry = await findRemote(server, options.config);
  const folder = dataFolder();
  if (options.forget) {
    await forgetLogin(entry, folder);
  } else {
    const stopped = new AbortController();
    void untilStopped().then(() => stopped.abort(new Error("it was stopped")));
    await authorizeServer({
      entry,
      folder,
      openUrl: (url) => output.note(`Open this page in a browser to log in to ${server}:\n${url.href}`),
      ...clientOf(options, entry),
      ...(options.callbackPort === undefined ? {} : { port: options.callbackPort }),
      signal: stopped.signal,
    });
  }
  const isLoggedIn = options.forget !== true;
  if (options.json) {
    output.print(JSON.stringify({ server, url: shownUrl(entry.url), isLoggedIn }));
  } else {
    output.print(isLoggedIn ? `Logged in to ${server}.` : `Logged out of ${server}.`);
  }
}

async function findRemote(server: string, config: readonly string[] | undefined): Promise<RemoteServerEntry> {
  const { entries } = await readServersOrExplain(chooseConfigFiles(config));
  const remote = entries.filter((entry) => entry.transport !== "stdio");
  const entry = remote.find(({ name }) => name === server);
  if (entry === undefined) {
    const available = remote.map(({ name }) => name).join(", ") || "none";
    throw new CommandError("not_a_remote_server", { server, available });
  }
  return entry;
}

function clientOf(
  { clientId: given, clientSecretEnv }: LoginOptions,
  { auth }: RemoteServerEntry,
): { client?: { id: string; secret?: string } } {
  const clientId = given ?? auth?.clientId;
  if (clientId === undefined) {
    return {};
  }
  const ofEntry = given === undefined ? auth?.clientSecret : undefined;
  const secret = clientSecretEnv === undefined ? ofEntry : process.env[clientSecretEnv];
  return { client: { id: clientId, ...(secret === undefined ? {} : { secret }) } };
}
