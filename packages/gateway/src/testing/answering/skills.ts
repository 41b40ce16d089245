import { openSkillLibrary, type SkillSource } from "@toolcrib/core/skills";
import { GatewaySkills } from "../../plan/skills/gateway-skills.ts";
import type { ModelScript } from "./scripted-model.ts";

const invoice = { name: "invoice", description: "How to write an invoice.", location: "invoice", isRemote: false };
const translate = { name: "translate", description: "How to translate a text.", location: "https://t", isRemote: true };
const bodies: Readonly<Record<string, string>> = { invoice: "Step one.", translate: "Word by word." };
const source: SkillSource = {
  specificationVersion: "v1",
  list: async () => ({ skills: [invoice, translate], failures: [] }),
  load: async ({ name }) => bodies[name] ?? "",
};

/** The skills `invoice`, of a folder, and `translate`, of a URL, in a gateway that remembers nothing yet. */
export async function openTestSkills(before?: GatewaySkills): Promise<GatewaySkills> {
  const skills = new GatewaySkills(await openSkillLibrary([source]), { before });
  await skills.index.ready?.();
  return skills;
}

/** Looks for the skill `invoice`, loads it, and goes on as `then` says. */
export function findAndLoad(then: ModelScript = () => ({ text: "Done." })): ModelScript {
  return (sent, number) => {
    const conversation = JSON.stringify(sent.messages);
    if (!conversation.includes("Skills found")) {
      return { text: "Looking.", calls: [{ name: "DiscoverSkills", input: { query: "invoice" } }] };
    }
    if (!conversation.includes("Step one.")) return { calls: [{ name: "Skill", input: { name: "invoice" } }] };
    return then(sent, number);
  };
}
