import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { parseAnswer } from "../prompt/parse-answer.ts";
import { type Material, runTasks } from "../run/run-tasks.ts";
import { setUpNamed } from "../set-ups/set-ups.ts";
import { createTinyWorld, issueTask, tinyServices, tinyTasks } from "../testing/tiny-world.ts";
import { createFilesPlayer } from "./files.ts";

const material: Material = { services: tinyServices, tasks: tinyTasks, createWorld: createTinyWorld };
const call = { name: "mcp__github__create_issue", input: { repo: "docs", title: "Broken link" } };

it("asks by files, and shows first everything, then what is new", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-tasks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, "oracle", "issue", name);
  const read = (name: string) => readFileSync(file(name), "utf8");
  const until = (name: string) => vi.waitUntil(() => existsSync(file(name)), { timeout: 10_000 });
  const playing = runTasks(material, {
    setUps: [setUpNamed("oracle")],
    tasks: [issueTask],
    player: createFilesPlayer(folder),
  });

  await until("1.request.md");
  expect(read("1.request.md")).toContain('"name":"mcp__github__create_issue"');
  expect(read("1.request.md")).toContain("Open an issue 'Broken link'");
  writeFileSync(file("1.answer.json"), "not this");
  await until("1.error.txt");
  expect(read("1.error.txt")).toContain("The answer is no JSON");
  writeFileSync(file("1.answer.json"), JSON.stringify({ calls: [call] }));
  await until("2.request.md");
  expect(read("2.request.md")).toMatch(/^\(Everything before stays as it was\. New:\)/);
  expect(read("2.request.md")).toContain('<result>{"number":1}</result>');
  expect(read("2.request.md")).not.toContain("Open an issue");
  expect(JSON.parse(read("2.request.json"))).toMatchObject({ tools: [{ name: call.name }] });
  writeFileSync(file("2.answer.json"), JSON.stringify({ text: "Opened." }));

  expect((await playing)[0]?.problems).toEqual([]);
});

it.each([
  ['{"text":"Hi"}', true],
  ['{"calls":[{"name":"a","input":{}}]}', true],
  ['{"calls":[{"name":"a"}]}', false],
  ['{"calls":[]}', false],
  ['{"say":"Hi"}', false],
  ["[]", false],
])("takes %s: %s", (text, isTaken) => {
  expect("error" in parseAnswer(text)).toBe(!isTaken);
});
