import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { ReviewedItem, ReviewedKind } from "../trust/reviewed-item.ts";
import type { TrustGate } from "../trust/trust-gate.ts";

const item = (kind: ReviewedKind, own: string, server = "maps"): ReviewedItem =>
  Object.freeze({ kind, server, own, name: `${kind}:${server}:${own}`, hash: `hash of ${own}`, text: `Does ${own}.` });

const items: readonly ReviewedItem[] = Object.freeze([
  item("tool", "route"),
  item("tool", "constructor"),
  item("instructions", ""),
  item("prompt", "route"),
  item("resource-template", "file:///{path}"),
]);
const changedItems = items.map((each) => Object.freeze({ ...each, hash: `another ${each.hash}` }));

/** What every trust gate does, whatever it trusts. Each check creates its own gate. */
export function trustGateSuite(create: () => TrustGate | Promise<TrustGate>): readonly Check[] {
  return [
    {
      title: "is of specification v1",
      run: async () => assertSame((await create()).specificationVersion, "v1", "the specification"),
    },
    {
      title: "allows or holds each item exactly once, in the given order",
      run: async () => {
        const gate = await create();
        for (const given of [items, changedItems, items, []]) {
          const { allowed, held } = gate.review("maps", given);
          const sorted = [...allowed, ...held.map((each) => each.item)].toSorted(inOrderOf(given));
          assertSame(sorted, given, "the items that are allowed or held");
          assertSame(allowed, allowed.toSorted(inOrderOf(given)), "the order of allowed items");
          for (const each of allowed) assert(given.includes(each), `expected the item ${each.name} itself`);
          for (const { reason } of held) assert(/^(changed|new)$/.test(reason), `expected a reason, got ${reason}`);
        }
      },
    },
    {
      title: "makes the same decision for the same items again",
      run: async () => {
        const gate = await create();
        for (const given of [items, changedItems]) {
          const first = gate.review("maps", given);
          assertSame(gate.review("maps", given), first, "the second review");
        }
      },
    },
    {
      title: "decides for each server separately, whatever its name",
      run: async () => {
        const alone = (await create()).review("maps", items);
        for (const server of ["__proto__", "constructor", "mail"]) {
          const gate = await create();
          gate.review(
            server,
            changedItems.map((each) => ({ ...each, server })),
          );
          assertSame(gate.review("maps", items), alone, `the review of maps after that of ${server}`);
        }
      },
    },
    {
      title: "does not call its listeners during a review, and lets them go",
      run: async () => {
        const gate = await create();
        let calls = 0;
        const stop = gate.onChange?.(() => {
          calls++;
        });
        // A pool reviews its lists again when a listener is called, so a call during a review would never end.
        for (const given of [items, changedItems]) gate.review("maps", given);
        assertSame(calls, 0, "the number of calls");
        stop?.();
        stop?.();
      },
    },
  ];
}

const inOrderOf = (given: readonly ReviewedItem[]) => (one: ReviewedItem, other: ReviewedItem) =>
  given.indexOf(one) - given.indexOf(other);
