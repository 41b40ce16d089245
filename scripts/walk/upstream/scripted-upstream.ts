import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Arrival, pieceMilliseconds } from "../scenario/arrival.ts";
import { scriptedAnswer, searchQuery, wantedTool } from "../scenario/scenario.ts";
import { chatModel } from "./chat-model.ts";
import { messagesModel } from "./messages-model.ts";
import type { Model } from "./model.ts";

export interface ScriptedUpstream {
  readonly url: string;
  /** How its answers arrive. */
  arrival: Arrival;
  /** For each request that came, how many tools it had. */
  readonly toolCounts: () => readonly number[];
  readonly close: () => void;
}

const models: Readonly<Record<string, Model>> = {
  "/v1/messages": messagesModel,
  "/v1/chat/completions": chatModel,
};

/** Starts a model endpoint with both APIs. Its model searches until the wanted tool is in the conversation, then calls it. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const toolCounts: number[] = [];
  const upstream = { arrival: "whole" as Arrival };
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const model = models[request.url ?? ""];
      if (model === undefined) {
        response.writeHead(404).end();
        return;
      }
      const body = JSON.parse(text) as { readonly messages?: unknown };
      const names = model.toolNames(body);
      toolCounts.push(names.length);
      void send(response, answer(model, names, JSON.stringify(body.messages)), upstream.arrival);
    });
  });
  // A connection that ends between two requests would make the second one open another.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${port}`,
    toolCounts: () => toolCounts,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

async function send(response: ServerResponse, events: readonly string[], arrival: Arrival): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const first = arrival === "whole" ? [] : events.slice(0, -1);
  for (const event of first) {
    response.write(event);
    await wait(pieceMilliseconds);
  }
  // With the end, as endpoints do: what a gateway does between the two would be up to the machine.
  response.end(events.slice(first.length).join(""));
}

function answer(model: Model, names: readonly string[], conversation: string): readonly string[] {
  if (!conversation.includes(wantedTool.name)) {
    const search = names.find((name) => /search/i.test(name)) ?? "no search";
    return model.write("", { name: search, input: { query: searchQuery } });
  }
  const [call] = scriptedAnswer.calls;
  const { name, input } = call ?? { name: "", input: {} };
  const [bridge] = names.filter((each) => each === "call_tool");
  if (names.includes(name) || bridge === undefined) return model.write(scriptedAnswer.text, { name, input });
  return model.write(scriptedAnswer.text, { name: bridge, input: { name, arguments: input } });
}
