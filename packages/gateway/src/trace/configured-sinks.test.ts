import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-trace-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("writes one line of JSON per request to the configured file, also after a reload", async () => {
  const file = join(folder, "logs", "trace.jsonl");
  const config = { trace: { log: { file } } };
  const gateway = await createGateway(config, {
    createAnswerRequest: () => async () => ({ kind: "counted", inputTokens: 1 }),
  });
  const ask = (model: string) =>
    gateway.app.request("/v1/messages", {
      method: "POST",
      body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }),
    });

  await ask("one");
  await gateway.reload({ ...config, limits: { pingSeconds: 1 } });
  await ask("two");
  await gateway.close();

  const models = async () => (await readFile(file, "utf8")).trimEnd().split("\n").map(modelOf);
  await expect.poll(models).toEqual(["one", "two"]);
});

function modelOf(line: string): unknown {
  return line === "" ? undefined : (JSON.parse(line) as { trace: { model: string } }).trace.model;
}
