import { createQuickJsSandbox, createSnapshotSeal, runProgram } from "@toolcrib/code";
import { code, order } from "./order.mjs";

export async function open() {
  const sandbox = createQuickJsSandbox();
  const tools = [{ name: "get_order", execute: () => order }];
  const seal = createSnapshotSeal();
  return {
    run: async () => (await runProgram({ sandbox, tools }, { code })).value,
    suspend: async () => {
      const { snapshot } = await sandbox.start({ code, tools: ["get_order"] });
      const sealed = seal.seal(snapshot, { owner: "bench", expiresAt: Date.now() + 3_600_000 });
      const resume = async () =>
        (await sandbox.resume(seal.open(sealed, { owner: "bench" }), [{ id: 1, value: order }])).value;
      return { bytes: sealed.length, resume };
    },
    close: () => sandbox.close(),
  };
}
