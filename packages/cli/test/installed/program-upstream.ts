import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model that writes a program once and is then done. */
export async function startProgramUpstream(
  code: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  let calls = 0;
  const server = createServer((request, response) => {
    // It lists no models.
    if (request.method === "GET") return void response.writeHead(404).end();
    request.resume().on("end", () => {
      const isFirst = ++calls === 1;
      const content = isFirst
        ? [{ type: "tool_use", id: "toolu_1", name: "code_execution", input: { code } }]
        : [{ type: "text", text: "Done." }];
      const message = {
        id: `msg_${calls}`,
        type: "message",
        role: "assistant",
        model: "m",
        content,
        stop_reason: isFirst ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify(message));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
