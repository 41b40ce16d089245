import type { ModelStep } from "../prompt/prompt.ts";
import type { Task } from "../types.ts";
import type { Play, SetUp, SetUpServices } from "./set-up.ts";

const task: Task = {
  id: "warm-up",
  kind: "nothing-fits",
  request: "Warm up.",
  needs: [],
  solution: () => "",
  check: () => [],
};
const emptyWorld: Play["world"] = { call: () => ({ text: "" }), calls: [], state: () => ({}) };

/** Plays a conversation that only searches, before any that counts, so that all of these find a complete index. */
export async function warmUp(
  { name, searchTools }: Pick<SetUp, "name" | "searchTools">,
  { relay }: Pick<SetUpServices, "relay">,
  play: (play: Play) => Promise<unknown>,
): Promise<void> {
  const key = `${name} warm-up`;
  const player = { play: async ({ number }: { readonly number: number }) => stepOf(number, searchTools[0]) };
  const conversation = relay.open(key, { setUp: name, task, player });
  await play({ key, task, world: emptyWorld });
  conversation.close();
}

function stepOf(number: number, searchTool: string | undefined): ModelStep {
  if (number > 1 || searchTool === undefined) return { text: "Done." };
  return { calls: [{ name: searchTool, input: { query: "create an issue about the weather" } }] };
}
