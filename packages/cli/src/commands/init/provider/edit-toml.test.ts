import { expect, it } from "vitest";
import { setTomlStrings } from "./edit-toml.ts";

it("changes a file with thousands of tables, each with a long string and a list", () => {
  const table = (at: number): string =>
    `[projects."/p/${at}"] # [x]\ntrust_level = "trusted"\nnotes = """\n[no.table]\n"""\nlist = [\n  ["#"], '"',\n]\n`;
  const tables = Array.from({ length: 6000 }, (_, at) => table(at)).join("\n");

  const after = setTomlStrings("config.toml", `approval_policy = "never"\n\n${tables}`, [
    { path: ["model"], value: "m" },
    { path: ["model_providers", "toolcrib", "name"], value: "Toolcrib" },
  ]);

  const expected = `approval_policy = "never"\nmodel = "m"\n\n${tables}\n[model_providers.toolcrib]\nname = "Toolcrib"\n`;
  expect(after === expected).toBe(true);
});
