import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openSkills } from "../skills/index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, listed, openClient, ownTools } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";
import { skillText, writeSkills } from "../testing/skill-folder.ts";
import { type SkillSite, serveSkills } from "../testing/skill-site.ts";

let folder = "";
let site: SkillSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skills-"));
  await writeSkills(folder, { invoice: skillText("invoice", "How to write an invoice.", "Step one.", "inv1") });
  site = await serveSkills({ "/translate": skillText("translate", "How to translate a text.", "Word by word.") });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await site.close();
});
afterEach(closeFronts);

const places = () => ({ folders: [folder], urls: [`${site.url}/translate`] });
const open = async () => openClient({ entries: [scriptedEntry("a")] }, { skills: await openSkills(places()) });

describe("skills behind the front (E14)", () => {
  it("are announced in the instructions and have two tools", async () => {
    const { client } = await open();

    expect(client.getInstructions()).toContain("load it with load_skill and follow it; discover_skills finds more.");
    expect(await listed(client)).toEqual([...ownTools, "discover_skills", "load_skill"]);
  });

  it("E14.1 are shown next to the tools that a search finds, name and description only", async () => {
    const { client } = await open();
    const answer = await call(client, "search_tools", { query: "write an invoice for me" });

    expect(answer.content.at(-1)).toEqual({
      type: "text",
      text: "Skills that may help (load one with load_skill before following it):\n<skills>\n- invoice (inv1): How to write an invoice.\n</skills>",
    });
    expect(textOf(answer)).not.toContain("Step one.");
    expect(textOf(await call(client, "search_tools", { query: "echo" }))).not.toContain("Skills that may help");
  });

  it("E14.2, E14.3 are found and loaded, by name and by short id", async () => {
    const { client } = await open();

    expect(textOf(await call(client, "discover_skills", { query: "invoice" }))).toContain("- invoice (inv1):");
    expect(textOf(await call(client, "load_skill", { name: "invoice" }))).toContain("Step one.");
    expect(textOf(await call(client, "load_skill", { name: "inv1" }))).toContain("Step one.");
    expect(await call(client, "load_skill", { name: "invoce" })).toMatchObject({ isError: true });
    expect(await call(client, "discover_skills", {})).toMatchObject({ isError: true });
  });

  it("E14.4 from a URL must be discovered in the same session first", async () => {
    const skills = await openSkills(places());
    const { client, front } = await openClient({ entries: [scriptedEntry("a")] }, { skills });
    const other = await connectClient(front);
    const load = () => call(client, "load_skill", { name: "translate" });

    await call(other, "discover_skills", { query: "translate" });
    expect(textOf(await load())).toContain(
      "was not discovered in this conversation: find it with discover_skills first",
    );
    await call(client, "discover_skills", { query: "translate" });
    expect(textOf(await load())).toContain("Word by word.");
    await other.close();
  });

  it("E1.0 are available only to callers whose rules allow them", async () => {
    const skills = await openSkills(places());
    const some = { action: "deny", name: "Skill", arguments: { name: "inv*" } } as const;
    const { client } = await openClient({ entries: [scriptedEntry("a")] }, { skills, policy: [some] });

    expect(textOf(await call(client, "search_tools", { query: "write an invoice" }))).not.toContain("- invoice");
    expect(textOf(await call(client, "discover_skills", { query: "invoice" }))).toContain(
      "No skill found; searched 1.",
    );
    for (const name of ["invoice", "inv1"]) {
      expect(await call(client, "load_skill", { name })).toMatchObject({ isError: true });
    }
    const none = { action: "hide", name: "Skill" } as const;
    const { client: other } = await openClient({ entries: [scriptedEntry("a")] }, { skills, policy: [none] });
    expect(other.getInstructions()).not.toContain("skill");
    expect(await listed(other)).toEqual(ownTools);
    expect(await call(other, "load_skill", { name: "invoice" })).toMatchObject({ isError: true });
  });

  it("E14.1 are not waited for if the option says so", async () => {
    const skills = await openSkills(places());
    const { client } = await openClient({ entries: [scriptedEntry("a")] }, { skills, skillWaitMilliseconds: 0 });

    expect(textOf(await call(client, "search_tools", { query: "write an invoice" }))).not.toContain("- invoice");
    expect(textOf(await call(client, "discover_skills", { query: "invoice" }))).toContain("- invoice");
  });

  it("are not mentioned if there are none", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    expect(client.getInstructions()).not.toContain("skill");
    expect(await listed(client)).toEqual(ownTools);
    expect(await call(client, "load_skill", { name: "x" })).toMatchObject({ isError: true });
  });

  it("can change while the front runs", async () => {
    let skills: Awaited<ReturnType<typeof openSkills>> | undefined;
    const { client } = await openClient({ entries: [scriptedEntry("a")] }, { skills: () => skills });
    expect(await listed(client)).toEqual(ownTools);
    skills = await openSkills(places());

    expect(await listed(client)).toContain("load_skill");
    expect(textOf(await call(client, "load_skill", { name: "invoice" }))).toContain("Step one.");
  });
});

describe("opening skills", () => {
  it("reports what it cannot read, and reads the rest", async () => {
    await writeSkills(folder, { broken: "no front matter" });
    const library = await openSkills({
      folders: [folder, join(folder, "nowhere")],
      urls: [`${site.url}/translate`, `${site.url}/gone`],
    });

    expect([...library.skills.keys()]).toEqual(["invoice", "translate"]);
    expect(library.failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("front matter"),
      expect.stringContaining("ENOENT"),
      expect.stringContaining("the server answered 404"),
    ]);
  });

  it("refuses a file that is too large, from the disk or the network", async () => {
    const large = skillText("large", "Large.", "x".repeat(1_100_000));
    await writeSkills(folder, { broken: large });
    site.files["/large"] = large;
    const library = await openSkills({ folders: [folder], urls: [`${site.url}/large`] });

    expect(library.failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("expected at most 1048576"),
      expect.stringContaining("more than 1048576 bytes"),
    ]);
  });
});
