import { createStaticEmbedder } from "@toolcrib/search";
import { expect, it } from "vitest";
import { createGateway } from "./create-gateway.ts";

const config = { search: { embedder: "encoder" } } as const;

it("refuses a config that names the encoder where the program gives none, instead of searching without it", async () => {
  await expect(createGateway(config)).rejects.toMatchObject({ code: "embedder_missing" });
  await expect(createGateway(config, { embedder: null })).rejects.toMatchObject({ code: "embedder_missing" });
});

it("refuses such a config on reload, and keeps the one in use", async () => {
  const gateway = await createGateway({});

  await expect(gateway.reload(config)).rejects.toMatchObject({ code: "embedder_missing" });
  await gateway.close();
});

it("takes such a config with an embedder", async () => {
  const gateway = await createGateway(config, { embedder: createStaticEmbedder() });

  await gateway.close();
});
