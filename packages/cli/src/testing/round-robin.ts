import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that hands requests to servers in turn, as a load balancer does: to those that are ready. It repeats nothing. */
export interface RoundRobin {
  readonly url: string;
  /** The servers' URLs. */
  readonly servers: Set<string>;
  /** Whether requests are handed to this one. */
  isReady(server: string): boolean;
  close(): void;
}

const checkMilliseconds = 50;

/** Checks the servers' `/readyz` all the time, and keeps connections to them open. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const servers = new Set<string>();
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const check = async (server: string): Promise<void> => {
    const isReady = await fetch(`${server}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && servers.has(server)) ready.add(server);
    else ready.delete(server);
  };
  const timer = setInterval(() => {
    for (const server of new Set([...servers, ...ready])) void check(server);
  }, checkMilliseconds);
  const proxy = createServer((incoming, outgoing) => {
    const choices = [...ready];
    const server = choices[turn++ % choices.length];
    if (server === undefined) {
      outgoing.writeHead(503).end("no server is ready");
      return;
    }
    const { method, url = "/", headers } = incoming;
    const forwarded = send(server + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    forwarded.on("error", (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(String(error));
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    servers,
    isReady: (server) => ready.has(server),
    close: () => {
      clearInterval(timer);
      proxy.closeAllConnections();
      proxy.close();
      agent.destroy();
    },
  };
}
