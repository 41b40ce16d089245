import { connect } from "node:net";
import { shownUrl } from "@toolcrib/core/redaction";
import type { ResolvedConfig } from "@toolcrib/gateway";
import type { Output } from "../output/console-output.ts";
import { plainText } from "../output/plain-text.ts";

const maxMilliseconds = 3_000;

/** Warns about upstreams that nothing can connect to. It sends nothing, and requests are served meanwhile. */
export async function checkUpstreams({ upstreams }: ResolvedConfig, output: Output): Promise<void> {
  const checks = Object.entries(upstreams).map(async ([name, { url }]) => {
    const problem = url === undefined ? undefined : await connectionProblem(new URL(url));
    if (url === undefined || problem === undefined) return;
    // The upstream of the flags has no name of its own.
    const called = name === "upstream" ? "the upstream" : `the upstream ${plainText(name)}`;
    output.warn(
      `${called} cannot be reached at ${shownUrl(url)} (${problem}): start it, or correct its URL (--upstream, or upstreams.${plainText(name)}.url in the config)`,
    );
  });
  await Promise.all(checks);
}

function connectionProblem({ hostname, port, protocol }: URL): Promise<string | undefined> {
  const place = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (protocol === "https:" ? 443 : 80)) };
  return new Promise((resolve) => {
    const socket = connect(place);
    const end = (problem?: string): void => {
      socket.destroy();
      resolve(problem);
    };
    // Nobody waits for the result when the process ends.
    socket.unref();
    socket.setTimeout(maxMilliseconds, () => end("no answer"));
    socket.on("connect", () => end());
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
