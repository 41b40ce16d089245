import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { eventStreamHeaders, writeEvent } from "./post-reply.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it("a stream ends when 16 MB of unread events are queued", async () => {
  let written = 0;
  const ended = new Promise<number>((resolve) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, eventStreamHeaders);
      response.on("close", () => {
        clearInterval(writing);
        resolve(written);
      });
      const message = {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { data: "x".repeat(1_000_000) },
      } as const;
      const writing = setInterval(() => {
        written++;
        writeEvent(response, message);
      }, 1);
    });
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    server.listen(0, "127.0.0.1", () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", () => {});
      closers.push(() => socket.destroy());
      socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
      socket.pause();
    });
  });

  // Some megabytes are in the buffers of the two sockets; the rest waits in the process.
  expect(await ended).toBeGreaterThan(16);
  expect(written).toBeLessThan(64);
});
