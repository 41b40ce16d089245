import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hashTasks, readFreeze } from "../freeze.ts";
import { createWorld, definitions, tasks } from "../material/index.ts";
import type { CallResult, Task, TaskKind, World } from "../types.ts";
import { listChanges } from "./changes.ts";
import { services } from "./services/index.ts";

const solvable = tasks.filter(({ kind }) => kind !== "nothing-fits");
const impossible = tasks.filter(({ kind }) => kind === "nothing-fits");

/** Calls by `server/tool`, as solutions write them. */
function callIn(world: World) {
  return (tool: string, args: Readonly<Record<string, unknown>>): CallResult => {
    const slash = tool.indexOf("/");
    return world.call(tool.slice(0, slash), tool.slice(slash + 1), args);
  };
}

function solve(task: Task): { world: World; answer: string } {
  const world = createWorld();
  return { world, answer: task.solution(callIn(world)) };
}

describe("the definitions", () => {
  it("are at least 440 tools of 22 servers, each with a name of its own", () => {
    const names = definitions.flatMap(({ server, tools }) => tools.map(({ name }) => `${server}/${name}`));
    expect(definitions.length).toBeGreaterThanOrEqual(22);
    expect(names.length).toBeGreaterThanOrEqual(440);
    expect(new Set(names).size).toBe(names.length);
  });

  it("come under a licence that allows it, each with a line in the notices", () => {
    const notices = readFileSync(new URL("NOTICES.md", import.meta.url), "utf8");
    for (const { server, package: name, version, licence } of definitions) {
      expect(["MIT", "Apache-2.0", "ISC", "BSD-3-Clause"]).toContain(licence);
      expect(notices).toContain(`| \`${server}.json\` | ${name} | ${version} | ${licence} |`);
    }
  });

  it("name no path or registry of the machine that listed them", () => {
    const folder = new URL("definitions/", import.meta.url);
    for (const file of readdirSync(folder)) {
      expect(readFileSync(new URL(file, folder), "utf8")).not.toMatch(/\/tmp\/|\/root\/|\/home\/|registry\.npmjs/);
    }
  });

  it("have a service each, whose handlers are tools that the server lists", () => {
    expect(services.map(({ server }) => server).sort()).toEqual(definitions.map(({ server }) => server).sort());
    for (const { server, handlers } of services) {
      const listed = definitions.find((definition) => definition.server === server)?.tools.map(({ name }) => name);
      for (const name of Object.keys(handlers)) expect(listed, server).toContain(name);
    }
  });
});

describe("the world", () => {
  it("refuses arguments that the tool's schema does not allow", () => {
    const world = createWorld();
    for (const { server, tools } of definitions) {
      for (const { name, inputSchema } of tools) {
        const required = (inputSchema["required"] as string[] | undefined) ?? [];
        if (required.length === 0) continue;
        const result = world.call(server, name, {});
        expect(result.isError, `${server}/${name}`).toBe(true);
        expect(result.text).toContain("Invalid arguments");
      }
    }
    expect(listChanges(world)).toEqual([]);
  });

  it("answers with an error to unknown tools and to tools that it does not play", () => {
    const world = createWorld();
    expect(world.call("slack", "slack_delete_message", {})).toMatchObject({ isError: true });
    expect(world.call("cloudflare", "queue_delete", { queueId: "q-mails" })).toMatchObject({ isError: true });
    expect(listChanges(world)).toEqual([]);
  });

  it("is made anew each time, and records its calls", () => {
    const world = createWorld();
    world.call("slack", "slack_post_message", { channel_id: "C07A1GEN", text: "Hello" });
    expect(listChanges(world)).toEqual(["slack/messages/+"]);
    expect(world.calls).toHaveLength(1);
    expect(listChanges(createWorld())).toEqual([]);
  });

  it("shows one calendar through both servers that have it", () => {
    const world = createWorld();
    const times = { start: { dateTime: "2026-03-16T09:00:00+01:00" }, end: { dateTime: "2026-03-16T10:00:00+01:00" } };
    world.call("google-drive", "createCalendarEvent", { summary: "Both", ...times });
    expect(world.call("google-calendar", "list-events", { calendarId: "primary" }).text).toContain('"Both"');
  });
});

describe("the tasks", () => {
  it("have ids of their own and enough of each kind", () => {
    const count = (kind: TaskKind): number => tasks.filter((task) => task.kind === kind).length;
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    expect(solvable.length).toBeGreaterThanOrEqual(62);
    expect(count("single")).toBeGreaterThanOrEqual(15);
    expect(count("chain")).toBeGreaterThanOrEqual(20);
    expect(count("fan-out")).toBeGreaterThanOrEqual(12);
    expect(count("other-words")).toBeGreaterThanOrEqual(15);
    expect(count("nothing-fits")).toBeGreaterThanOrEqual(12);
  });

  it.each(solvable)("$id: its solution passes its check, with exactly the tools it needs", (task) => {
    const { world, answer } = solve(task);
    expect(task.check(world, answer)).toEqual([]);
    expect(world.calls.filter(({ result }) => result.isError)).toEqual([]);
    expect([...new Set(world.calls.map(({ server, tool }) => `${server}/${tool}`))].sort()).toEqual(
      [...task.needs].sort(),
    );
  });

  it.each(solvable)("$id: doing nothing fails", (task) => {
    expect(task.check(createWorld(), "")).not.toEqual([]);
  });

  it.each(solvable)("$id: a change that nobody asked for fails", (task) => {
    const { world, answer } = solve(task);
    world.call("memory", "delete_entities", { entityNames: ["Cabin"] });
    expect(task.check(world, answer)).toEqual(["unwanted change: memory/entities/Cabin/-"]);
  });

  it.each(impossible)("$id: only saying that it cannot be done passes", (task) => {
    expect(task.check(...play(task.solution))).toEqual([]);
    expect(task.check(createWorld(), "I'm sorry, I don't have a tool for that.")).toEqual([]);
    expect(task.check(createWorld(), "Done!")).not.toEqual([]);
    const { world, answer } = solve(task);
    world.call("slack", "slack_post_message", { channel_id: "C07A1GEN", text: "Can somebody do this?" });
    expect(task.check(world, answer)).not.toEqual([]);

    function play(solution: Task["solution"]): [World, string] {
      const fresh = createWorld();
      return [fresh, solution(callIn(fresh))];
    }
  });

  it("are frozen: run `tsx bench/tasks/freeze.ts` after a change that is meant", () => {
    expect(hashTasks()).toBe(readFreeze());
  });
});
