import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { question } from "../answering-gateway.ts";
import { type Proof, type Stage, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello, type ReplyTo } from "./scripted-upstream.ts";

const asked = { ...question, max_tokens: 1_000, messages: [{ role: "user", content: "Please write an invoice." }] };
const skillFile = "---\nname: invoice\ndescription: How to write an invoice.\n---\nStep one.";

/** Whether the model is shown the skill. */
async function isShown({ post }: RunningGateway): Promise<boolean> {
  return JSON.stringify((await post(asked)).sent.at(-1)?.body.messages).includes("- invoice: How to write an invoice.");
}

function folderIn({ folder }: Stage, name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, "invoice"), { recursive: true });
  if (name === "skills") writeFileSync(join(path, "invoice", "SKILL.md"), skillFile);
  return path;
}

const site: ReplyTo = ({ path }) => {
  if (path === "/skill.md") return { text: skillFile };
  return path.endsWith(".md") ? { text: skillFile.replaceAll("invoice", "letter") } : hello;
};

/** Skills that the gateway brings in. */
export const skillProofs: readonly Proof[] = [
  {
    setting: "skills.folders[]",
    shows: "whether a skill of the folder is shown to the model",
    config: (name, stage) => withUpstream(stage, { skills: { folders: [folderIn(stage, name)] } }),
    observe: isShown,
    outcomes: [
      ["skills", true],
      ["empty", false],
    ],
  },
  {
    setting: "skills.urls[]",
    shows: "whether the skill at the URL is shown to the model",
    replyTo: site,
    config: (path, stage) => withUpstream(stage, { skills: { urls: [`${stage.upstream.url}${path as string}`] } }),
    observe: isShown,
    outcomes: [
      ["/skill.md", true],
      ["/other.md", false],
    ],
  },
  ...waitProofs(),
];

function waitProofs(): readonly Proof[] {
  const proof = {
    shows: "whether skills are waited for",
    observe: isShown,
    outcomes: [
      [5_000, true],
      [0, false],
    ],
  } as const;
  const skills = (stage: Stage) => ({ folders: [folderIn(stage, "skills")] });
  return [
    {
      ...proof,
      setting: "settings.skillWaitMilliseconds",
      config: (skillWaitMilliseconds, stage) =>
        withUpstream(stage, { skills: skills(stage), settings: { skillWaitMilliseconds } }),
    },
    {
      ...proof,
      setting: "routes[].settings.skillWaitMilliseconds",
      config: (skillWaitMilliseconds, stage) =>
        withUpstream(stage, { skills: skills(stage), routes: [{ model: "*", settings: { skillWaitMilliseconds } }] }),
    },
  ];
}
