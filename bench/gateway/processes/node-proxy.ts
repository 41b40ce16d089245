// The least that a program in between can cost on Node: it takes a request whole, sends it on, and pipes the answer back. It looks at nothing.
import { Agent, createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

const upstream = new URL(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true, noDelay: true });
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const body = Buffer.concat(chunks);
    const { host: _host, ...headers } = incoming.headers;
    const call = sendRequest(
      { hostname: upstream.hostname, port: upstream.port, path: incoming.url, method: "POST", agent, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    call.on("error", () => outgoing.destroy());
    call.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
