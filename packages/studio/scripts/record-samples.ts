import { writeFileSync } from "node:fs";
import type { AdminApiTraces } from "@toolcrib/gateway";
import { allConversations, playConversation } from "../test/support/conversations.ts";
import { startRealGateway } from "../test/support/real-gateway.ts";

// Records the sample conversations that the page brings: real requests of the real SDK through a real gateway, with a stand-in
// where the model would be.
for (const conversation of allConversations) {
  const gateway = await startRealGateway({ inject: conversation.name === "injected" ? "always" : "off" });
  try {
    const answer = await playConversation(gateway, conversation);
    const { traces } = (await (await fetch(`${gateway.url}/admin/traces?limit=100`)).json()) as AdminApiTraces;
    const records = traces.toReversed();
    const file = new URL(`../src/page/samples/fixtures/${conversation.name}.json`, import.meta.url);
    writeFileSync(file, `${JSON.stringify(records)}\n`);
    const steps = records.flatMap(({ flow }) => flow);
    console.log(`${conversation.name}: ${records.length} requests, ${steps.length} steps; "${answer}"`);
    for (const { from, to, title } of steps) console.log(`  ${from} → ${to}: ${title}`);
    if (gateway.model.rejected.length > 0) console.log("rejected:", gateway.model.rejected);
  } finally {
    await gateway.close();
  }
}
