import { describe, expect, it } from "vitest";
import { configSecrets } from "./config-secrets.ts";

describe("the secrets of a store", () => {
  it("are its password, wherever it is, and not the name of its user", () => {
    expect(configSecrets({ store: "postgres://toolcrib@db.example.com/toolcrib" })).not.toContain("toolcrib");
    expect(configSecrets({ store: "postgres://toolcrib:p%40ss@db/toolcrib" })).toEqual(
      expect.arrayContaining(["p%40ss", "p@ss"]),
    );
    expect(configSecrets({ store: "postgres://toolcrib:toolcrib@db/x" })).toContain("toolcrib");
    expect(configSecrets({ store: "postgres://toolcrib@db/x?password=hidden-word" })).toContain("hidden-word");
    expect(configSecrets({ store: "postgres://toolcrib@db/x" }, { PGPASSWORD: "from-outside" })).toContain(
      "from-outside",
    );
  });
});
