import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trustGateSuite } from "../suites/index.ts";
import { openPinTrust, type PinTrust, type PinTrustOptions } from "./pin-trust.ts";
import type { HeldItem, ReviewedItem } from "./reviewed-item.ts";
import type { TrustGate } from "./trust-gate.ts";

let folder: string;
let files = 0;
const opened: PinTrust[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-"));
});
afterAll(async () => {
  await Promise.all(opened.map((trust) => trust.saved()));
  await rm(folder, { recursive: true });
});

async function openPins(newTools: PinTrustOptions["newTools"]): Promise<PinTrust> {
  const trust = await openPinTrust({
    file: join(folder, `pins-${files++}.json`),
    newTools: newTools ?? "approve-first",
  });
  opened.push(trust);
  return trust;
}

const allowAll: TrustGate = { specificationVersion: "v1", review: (_server, items) => ({ allowed: items, held: [] }) };

describe.each<[string, () => TrustGate | Promise<TrustGate>]>([
  ["pins that approve new items", () => openPins("approve")],
  ["pins that approve new servers", () => openPins("approve-first")],
  ["pins that hold new items", () => openPins("hold")],
  ["a gate that allows everything", () => allowAll],
])("%s", (_name, create) => {
  it.each(trustGateSuite(create))("$title", ({ run }) => run());
});

describe("trustGateSuite", () => {
  const holdAll = (items: readonly ReviewedItem[]): HeldItem[] => items.map((item) => ({ item, reason: "new" }));

  it.each<[string, () => Partial<TrustGate>, string]>([
    ["loses items", () => ({ review: () => ({ allowed: [], held: [] }) }), "allows or holds each item exactly once"],
    [
      "allows what it holds",
      () => ({ review: (_server, items) => ({ allowed: items, held: holdAll(items) }) }),
      "allows or holds each item exactly once",
    ],
    [
      "changes its mind",
      () => {
        let isFirst = true;
        return {
          review(_server, items) {
            const allowed = isFirst ? items : [];
            isFirst = false;
            return { allowed, held: allowed === items ? [] : holdAll(items) };
          },
        };
      },
      "makes the same decision for the same items again",
    ],
    [
      "mixes servers up",
      () => {
        const hashes = new Map<string, string>();
        return {
          review(_server, items) {
            const isKnown = ({ name, kind, own, hash }: ReviewedItem): boolean => {
              const key = `${kind} ${own}`;
              if (!hashes.has(key)) hashes.set(key, hash);
              return name !== "" && hashes.get(key) === hash;
            };
            return { allowed: items.filter(isKnown), held: holdAll(items.filter((item) => !isKnown(item))) };
          },
        };
      },
      "decides for each server separately",
    ],
    [
      "calls its listeners at each review",
      () => {
        const listeners = new Set<() => void>();
        return {
          review(_server, items) {
            for (const listener of listeners) listener();
            return { allowed: items, held: [] };
          },
          onChange(listener) {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          },
        };
      },
      "does not call its listeners during a review",
    ],
  ])("detects a gate that %s", async (_what, part, title) => {
    const failed = await titlesOfFailedChecks(trustGateSuite(() => ({ ...allowAll, ...part() })));

    expect(failed).toContainEqual(expect.stringContaining(title));
  });
});
