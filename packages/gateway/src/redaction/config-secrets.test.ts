import { Redactor } from "@toolcrib/core/redaction";
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

describe("a key of the config in base64", () => {
  it.each(["sk-proj-??>>~~abcdefgh", "sk-äöü-0123456789", "12345678"])(
    "is removed wherever it is in a text: %s",
    (apiKey) => {
      const redactor = new Redactor(configSecrets({ upstreams: { a: { dialect: "anthropic", apiKey } } }));
      for (const before of ["", "a", "ab", "abc", "user:", "Bearer "]) {
        for (const after of ["", "x", "xy", "xyz"]) {
          for (const encoding of ["base64", "base64url"] as const) {
            const shown = redactor.text(`quoted ${Buffer.from(before + apiKey + after).toString(encoding)}`);
            const [first = "", last = ""] = shown.replace("quoted ", "").split("[redacted]");

            expect(shown).toContain("[redacted]");
            // At most two bytes of it are left at each end.
            expect(first.length).toBeLessThanOrEqual(Math.ceil((before.length * 4) / 3) + 1);
            expect(last.replace(/=+$/, "").length).toBeLessThanOrEqual(Math.ceil((after.length * 4) / 3) + 1);
          }
        }
      }
    },
  );
});
