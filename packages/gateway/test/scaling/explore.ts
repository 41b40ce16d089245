import { monitorEventLoopDelay } from "node:perf_hooks";
import { createGateway } from "../../src/server/create-gateway.ts";
import { serve } from "../../src/testing/serve.ts";
import { type ApiName, apis, shapes } from "./bodies.ts";

const only = new RegExp(process.env["ONLY"] ?? "");
const doorsOnly = new RegExp(process.env["DOOR"] ?? "");
const answers: Record<string, object> = {
  "/v1/messages": {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "ok" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  "/v1/chat/completions": {
    id: "c",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  },
  "/v1/responses": {
    id: "r",
    object: "response",
    status: "completed",
    model: "m",
    output: [
      {
        type: "message",
        id: "msg",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "ok", annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  },
};
const upstream = await serve((request, _body, response) => {
  const path = (request.url ?? "").split("?")[0] as string;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(path.includes("count_tokens") ? { input_tokens: 5 } : answers[path]));
});
const gateway = await createGateway(
  {
    upstreams: {
      a: { dialect: "anthropic", url: upstream.url },
      c: { dialect: "openai-chat", url: `${upstream.url}/v1` },
      r: { dialect: "openai-responses", url: `${upstream.url}/v1` },
    },
    routes: ["a", "c", "r"].map((name) => ({ model: name, upstream: name, inject: process.env["INJECT"] ?? "off" })),
    retries: { attempts: 0 },
  } as never,
  {},
);
const { url } = await gateway.listen({ port: 0 });
const delay = monitorEventLoopDelay({ resolution: 1 });
async function once(path: string, text: Buffer) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.cpuUsage();
  delay.reset();
  delay.enable();
  const started = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "k" },
  });
  const answer = await response.text();
  await new Promise((resolve) => setTimeout(resolve, 30));
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  return {
    status: response.status,
    ms: performance.now() - started,
    cpu: (user + system) / 1000,
    stall: delay.max / 1e6,
    answer: answer.slice(0, 130),
  };
}
for (const api of Object.keys(apis) as ApiName[]) {
  for (const model of ["a", "c", "r"]) {
    if (!doorsOnly.test(`${api}-${model}`)) continue;
    for (const shape of shapes) {
      if (!only.test(shape.title)) continue;
      const rows = [];
      for (const part of [8, 4, 2, 1]) {
        const size = Math.ceil(shape.max / part);
        const text = Buffer.from(shape.write(apis[api], size, model));
        if (part === 8) await once(apis[api].path, text);
        const text2 = Buffer.from(shape.write(apis[api], size + 40, model));
        const { status, cpu, stall, answer } = await once(apis[api].path, text2);
        rows.push(
          `${(text.length / 1e6).toFixed(1)}MB ${status} cpu ${cpu.toFixed(0)} stall ${stall.toFixed(0)}${status >= 400 && part === 1 ? ` ${answer}` : ""}`,
        );
      }
      console.log(`${api}->${model} ${shape.title}: ${rows.join(" | ")}`);
    }
  }
}
await gateway.close();
await upstream.close();
