import { OwnerTurns } from "@toolcrib/code";
import { expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { question, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { type OpenProgramRuntime, withPrograms } from "./with-programs.ts";

const runtimes = useRuntimes();

it("counts the programs of a request as those of its caller", async () => {
  const owners: string[] = [];
  const turns = new OwnerTurns({ maxRunning: 1 });
  const sandboxOf: OwnerTurns["sandboxOf"] = (owner, sandbox) => {
    owners.push(owner);
    return turns.sandboxOf(owner, sandbox);
  };
  const openRuntime: OpenProgramRuntime = async (language) => {
    const runtime = await runtimes.open(language);
    return runtime && { ...runtime, turns: { sandboxOf } as OwnerTurns };
  };
  const answerRequest = withPrograms(createAnswerRequest(), { openRuntime });
  for (const apiKey of ["sk-alice", "sk-alice", "sk-bob"]) {
    await ask(answerRequest, { body: question, upstream: scriptedModel(writes("return 1;")), credentials: { apiKey } });
  }

  expect(owners).toHaveLength(3);
  expect(owners[0]).toBe(owners[1]);
  expect(owners[0]).not.toBe(owners[2]);
});
