import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";

async function importFrom<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(rootFolder, file)).href)) as Module;
}

it("the command proves every setting that the gateway's own proofs leave to it, and no other", async () => {
  const gateway = await importFrom<{ provenByTheCommand: readonly string[] }>(
    "packages/gateway/src/testing/settings/proven-by-the-command.ts",
  );
  const command = await importFrom<{ commandSettings: readonly string[] }>(
    "packages/cli/src/testing/command-settings.ts",
  );

  expect(command.commandSettings).toEqual(gateway.provenByTheCommand);
});
