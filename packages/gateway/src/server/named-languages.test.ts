import type { LanguageReader } from "@toolcrib/search";
import { expect, it } from "vitest";
import { createGateway } from "./create-gateway.ts";

const config = { search: { languages: true } } as const;
const languages: LanguageReader = { specificationVersion: "v1", id: "none", read: () => undefined };

it("refuses a config that asks for other languages where the program gives no reader", async () => {
  await expect(createGateway(config)).rejects.toMatchObject({ code: "languages_missing" });
});

it("refuses such a config on reload, and keeps the one in use", async () => {
  const gateway = await createGateway({});

  await expect(gateway.reload(config)).rejects.toMatchObject({ code: "languages_missing" });
  await gateway.close();
});

it("takes such a config with a reader, and refuses one of another version", async () => {
  const gateway = await createGateway(config, { languages });
  await gateway.close();

  const other = { ...languages, specificationVersion: "v0" } as unknown as LanguageReader;
  await expect(createGateway(config, { languages: other })).rejects.toMatchObject({ code: "invalid_part" });
});
