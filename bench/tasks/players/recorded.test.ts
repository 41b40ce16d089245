import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runRecorded } from "../run/run-recorded.ts";
import { type Material, runTasks } from "../run/run-tasks.ts";
import { setUpNamed } from "../set-ups/set-ups.ts";
import { call, scripted } from "../testing/scripted-steps.ts";
import { createTinyWorld, issueTask, messageTask, tinyServices, tinyTasks } from "../testing/tiny-world.ts";
import type { Transcript } from "../transcripts/transcript.ts";
import { writeTranscripts } from "../transcripts/transcript-files.ts";

const material: Material = { services: tinyServices, tasks: tinyTasks, createWorld: createTinyWorld };
const issue = "mcp__github__create_issue";
const input = { repo: "docs", title: "Broken link" };

const searched: Transcript = {
  task: "issue",
  steps: [
    { decisions: [{ search: "ToolSearch", input: { query: `select:${issue}` }, found: [issue] }] },
    { decisions: [{ call: issue, input }] },
    { text: "Opened." },
  ],
};

function folderWith(setUp: string, ...transcripts: readonly Transcript[]): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-transcripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeTranscripts(folder, setUp, transcripts);
  return folder;
}

async function play(folder: string, ...names: readonly string[]) {
  const { results } = await runRecorded(material, { folder, setUps: names.map(setUpNamed) });
  return results;
}

describe("a recorded player", () => {
  it("plays what one set-up decided on the others that are decided alike", async () => {
    const folder = folderWith("bridge-messages", searched);
    const names = ["bridge-messages", "bridge-chat", "bridge-responses", "native", "claude-code-search", "library"];
    const results = await play(folder, ...names);

    expect(results.map(({ setUp, problems }) => [setUp, problems])).toEqual(names.map((name) => [name, []]));
    expect(results.map(({ calls }) => calls.length)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(results.flatMap(({ offTranscript, refusals }) => [...(offTranscript ?? []), ...refusals])).toEqual([]);
  });

  it("leaves out searches where everything is there", async () => {
    const results = await play(folderWith("bridge-messages", searched), "oracle", "all", "oracle-chat");

    expect(results.map(({ problems, calls }) => [problems, calls.length])).toEqual([
      [[], 2],
      [[], 2],
      [[], 2],
    ]);
  });

  it("fails the task if a tool that it calls does not come, and says which", async () => {
    const [, ...rest] = searched.steps;
    const steps = [
      { decisions: [{ search: "ToolSearch", input: { query: "water the bed 7" }, found: [issue] }] },
      ...rest,
    ];
    const [result] = await play(folderWith("bridge-messages", { ...searched, steps }), "bridge-messages");

    expect(result?.problems[0]).toBe(`The tool ${issue} did not come.`);
    expect(result?.offTranscript?.[0]).toContain(`-${issue}`);
  });

  it("says where a search finds something else than recorded, and goes on", async () => {
    const first = {
      decisions: [
        { search: "ToolSearch", input: { query: "select:mcp__slack__post_message,".concat(issue) }, found: [issue] },
      ],
    };
    const steps = [first, ...searched.steps.slice(1)];
    const [result] = await play(folderWith("bridge-messages", { ...searched, steps }), "bridge-messages");

    expect(result?.problems).toEqual([]);
    expect(result?.offTranscript).toEqual(["step 1: +mcp__slack__post_message"]);
  });

  it("calls blindly only what was called blindly", async () => {
    const steps = [{ decisions: [{ call: issue, input, isBlind: true as const }] }, { text: "Opened." }];
    const [blind] = await play(folderWith("bridge-messages", { ...searched, steps }), "bridge-messages");
    const [
      {
        decisions: [{ isBlind: _, ...seeing }],
      },
      end,
    ] = steps as [(typeof steps)[0] & { decisions: [{ isBlind: true; call: string; input: object }] }, object];
    const [other] = await play(
      folderWith("bridge-messages", { ...searched, steps: [{ decisions: [seeing] }, end] }),
      "bridge-messages",
    );

    expect(blind?.problems).toEqual([]);
    expect(other?.problems[0]).toBe(`The tool ${issue} did not come.`);
  });
});

describe("a transcript", () => {
  it("is written from a play, and gives the same play again", async () => {
    const player = scripted(
      call("ToolSearch", { query: "select:mcp__slack__list_channels,mcp__slack__post_message" }),
      call("call_tool", { name: "mcp__slack__list_channels", arguments: {} }),
      call("call_tool", { name: "mcp__slack__post_message", arguments: { channel: "C7", text: "hello" } }),
      { text: "Said." },
    );
    const setUps = [setUpNamed("bridge-messages")];
    const [played] = await runTasks(material, { setUps, tasks: [messageTask], player });
    const [again] = await play(
      folderWith("bridge-messages", { task: "message", steps: played?.transcript ?? [] }),
      "bridge-messages",
    );

    expect(played?.problems).toEqual([]);
    expect(played?.transcript[0]?.decisions).toEqual([
      {
        search: "ToolSearch",
        input: { query: "select:mcp__slack__list_channels,mcp__slack__post_message" },
        found: ["mcp__slack__post_message", "mcp__slack__list_channels"],
      },
    ]);
    expect(again?.calls.map(({ prompt }) => prompt)).toEqual(played?.calls.map(({ prompt }) => prompt));
  });

  it("of the front plays on the front", async () => {
    const player = scripted(
      call("mcp__toolcrib__search_tools", { query: `select:${issue}` }),
      call("mcp__toolcrib__call_tool", { name: issue, arguments: input }),
      { text: "Opened." },
    );
    const setUps = [setUpNamed("front")];
    const [played] = await runTasks(material, { setUps, tasks: [issueTask], player });
    const [again] = await play(folderWith("front", { task: "issue", steps: played?.transcript ?? [] }), "front");

    expect(played?.problems).toEqual([]);
    expect(again?.problems).toEqual([]);
    expect(again?.calls.length).toBe(3);
  });
});
