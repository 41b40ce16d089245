import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The local redirect target of an OAuth login. */
export interface CallbackPlace {
  readonly redirectUrl: string;
  /** The parameters from the browser, once it arrives with the right `state`. */
  readonly parameters: Promise<URLSearchParams>;
  close(): void;
}

const page = "<!doctype html><title>Toolcrib</title><p>Done. You can close this window.</p>";

/** Listens on loopback, on the given port or a free one. */
export async function openCallbackPlace(state: string, port = 0): Promise<CallbackPlace> {
  let onParameters: (parameters: URLSearchParams) => void = () => {};
  const parameters = new Promise<URLSearchParams>((resolve) => {
    onParameters = resolve;
  });
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    // Anything on this machine can connect here; only requests with the right state are accepted.
    if (url.pathname !== "/callback" || url.searchParams.get("state") !== state) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" }).end(page);
    onParameters(url.searchParams);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${address.port}/callback`,
    parameters,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
