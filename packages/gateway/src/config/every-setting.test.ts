import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigError } from "../errors/config-error.ts";
import { allProofs, withoutEffect } from "../testing/settings/all-proofs.ts";
import { differences, isPlaceOf, listSettings } from "../testing/settings/list-settings.ts";
import type { Proof, Stage } from "../testing/settings/proof.ts";
import { provenByTheCommand } from "../testing/settings/proven-by-the-command.ts";
import { provenByTheReader } from "../testing/settings/proven-by-the-reader.ts";
import { runGateway } from "../testing/settings/run-gateway.ts";
import { startScriptedUpstream } from "../testing/settings/scripted-upstream.ts";
import { configJsonSchema, parseConfig } from "./config-schema.ts";
import type { GatewayConfig } from "./gateway-config.ts";

const settings = listSettings(configJsonSchema());

async function setStage({ replyTo }: Proof): Promise<Stage> {
  const upstream = await startScriptedUpstream(replyTo);
  const folder = await mkdtemp(join(tmpdir(), "toolcrib-setting-"));
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true }), upstream.close];
  onTestFinished(async () => {
    for (const close of closers.reverse()) await close();
  });
  return { upstream, folder, closeLater: (close) => closers.push(close) };
}

/** What is observed with a config, or the code of the error that rejects it. */
async function observe(config: GatewayConfig, stage: Stage, proof: Proof): Promise<unknown> {
  try {
    const run = await runGateway(parseConfig(JSON.parse(JSON.stringify(config))), stage, proof);
    onTestFinished(() => run.gateway.close());
    return await proof.observe(run);
  } catch (error) {
    if (error instanceof ConfigError) return { rejected: error.code };
    throw error;
  }
}

describe("the table of settings", () => {
  it("has a proof for every setting of the schema, and no others", () => {
    const proven = [
      ...allProofs.map(({ setting }) => setting),
      ...provenByTheCommand,
      ...provenByTheReader,
      ...withoutEffect,
    ];

    expect([...new Set(proven)].toSorted()).toEqual(settings.map(({ path }) => path).toSorted());
  });

  it.each(settings.filter(({ path, values }) => values !== undefined && !provenByTheCommand.includes(path)))(
    "shows the effect of each value of $path",
    ({ path, values = [] }) => {
      const shown = allProofs.filter(({ setting }) => setting === path).flatMap(({ outcomes }) => outcomes);

      expect(shown.map(([value]) => value)).toEqual(expect.arrayContaining([...values]));
    },
  );
});

describe("a setting has an effect", () => {
  it.each(allProofs.map((proof) => [proof.setting, proof.shows, proof] as const))("%s: %s", async (...[, , proof]) => {
    const { outcomes, setting } = proof;
    const stage = await setStage(proof);
    const configs = outcomes.map(([value]) => proof.config(value as never, stage));
    const changed = configs.slice(1).map((config) => differences(configs[0], config));

    const observed: unknown[] = [];
    for (const config of configs) observed.push(await observe(config, stage, proof));

    expect(observed).toEqual(outcomes.map(([, outcome]) => outcome));
    // The configs differ in this setting only.
    for (const places of changed) {
      expect(places).not.toEqual([]);
      for (const place of places) expect([setting, place, isPlaceOf(setting, place)]).toEqual([setting, place, true]);
    }
    const distinct = observed.filter(
      (one, position) => observed.findIndex((other) => isDeepStrictEqual(one, other)) === position,
    );
    expect(distinct.length).toBeGreaterThan(1);
    if (proof.alike === undefined) expect(distinct).toHaveLength(observed.length);
  });
});
