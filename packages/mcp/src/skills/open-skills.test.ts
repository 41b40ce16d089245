import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSkills } from "../skills/index.ts";
import { skillText, writeSkills } from "../testing/skill-folder.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skills-"));
  await writeSkills(join(folder, "inside"), { invoice: skillText("invoice", "How to write an invoice.", "Step one.") });
  await writeSkills(join(folder, "outside"), { secret: skillText("secret", "Not for models.", "The password.") });
});
afterEach(() => rm(folder, { recursive: true }));

const inside = (...parts: string[]) => join(folder, "inside", ...parts);
const opened = async () => {
  const { skills, failures } = await openSkills({ folders: [inside()] });
  return { names: [...skills.keys()], reasons: failures.map(({ reason }) => reason) };
};

describe("a folder of skills that comes from anybody", () => {
  it("does not follow links out of the folder", async () => {
    await symlink(join(folder, "outside", "secret"), inside("linked"));
    await mkdir(inside("file"));
    await symlink(join(folder, "outside", "secret", "SKILL.md"), inside("file", "SKILL.md"));

    const link = "it is a link out of its folder";
    expect(await opened()).toEqual({ names: ["invoice"], reasons: [link, link] });
  });

  it("may itself be a link, and may contain links that stay inside", async () => {
    await writeSkills(inside("store"), { letter: skillText("letter", "Kind words.", "Dear …") });
    await symlink(inside("store", "letter"), inside("letter"));
    await symlink(inside(), join(folder, "current"));
    const { skills, failures } = await openSkills({ folders: [join(folder, "current")] });

    expect([...skills.keys()]).toEqual(["invoice", "letter"]);
    expect(failures).toEqual([]);
  });

  it("does not block on a pipe or a folder in place of a file", async () => {
    await mkdir(inside("pipe"));
    execFileSync("mkfifo", [inside("pipe", "SKILL.md")]);
    await mkdir(inside("folder", "SKILL.md"), { recursive: true });

    const reason = "it is not a file";
    expect(await opened()).toEqual({ names: ["invoice"], reasons: [reason, reason] });
  });

  it("is checked again when a skill is loaded: a file that became a link is refused", async () => {
    const library = await openSkills({ folders: [inside()] });
    await rm(inside("invoice", "SKILL.md"));
    await symlink(join(folder, "outside", "secret", "SKILL.md"), inside("invoice", "SKILL.md"));

    await expect(library.load("invoice")).rejects.toThrow("it is a link out of its folder");
  });

  it("is read as text, whatever bytes it holds", async () => {
    await mkdir(inside("bytes"));
    await writeFile(inside("bytes", "SKILL.md"), Buffer.from([0xff, 0xfe, 0x00, 0x2d]));

    expect(await opened()).toMatchObject({ names: ["invoice"], reasons: [expect.stringContaining("front matter")] });
  });
});

describe("a URL of a skill", () => {
  it("may contain a login, which is sent as a header and never shown", async () => {
    const seen: unknown[] = [];
    const server = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end(skillText("letter", "Kind words.", "Dear …"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const library = await openSkills({
      urls: [`http://me:hunter%202@${host}/letter`, `http://me:hunter3@127.0.0.1:1/`],
    });
    expect(await library.load("letter")).toContain("Dear …");
    await new Promise((resolve) => server.close(resolve));

    const login = `Basic ${Buffer.from("me:hunter 2").toString("base64")}`;
    expect(seen).toEqual([login, login]);
    expect(library.skills.get("letter")?.location).toBe(`http://${host}/letter`);
    expect(library.failures).toHaveLength(1);
    expect(JSON.stringify([library.failures, [...library.skills]])).not.toContain("hunter");
  });
});
