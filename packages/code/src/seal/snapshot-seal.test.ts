import { afterEach, describe, expect, it } from "vitest";
import { sealKeysVariable } from "./seal-keys.ts";
import { createSnapshotSeal } from "./snapshot-seal.ts";

const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const snapshot = new TextEncoder().encode("a suspended program");
const owner = { owner: "tenant a" };
const now = () => 1_000_000;
const create = (...bytes: number[]) => createSnapshotSeal({ keys: bytes.map(key), now });
const sealed = create(1).seal(snapshot, { ...owner, expiresAt: 1_000_001 });
const code = (expected: string) => expect.objectContaining({ code: expected });

afterEach(() => {
  delete process.env[sealKeysVariable];
});

describe("the seal of suspended programs", () => {
  it("opens what it sealed, in another process with the same key", () => {
    expect([...create(1).open(sealed, owner)]).toEqual([...snapshot]);
    expect(Buffer.from(sealed).includes("suspended")).toBe(false);
  });

  it("rejects a snapshot with any bit changed", () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => create(1).open(changed, owner)).toThrow(code("snapshot_rejected"));
    }
  });

  it("rejects a truncated or extended one", () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => create(1).open(sealed.subarray(0, length), owner)).toThrow(code("snapshot_rejected"));
    }
    expect(() => create(1).open(Buffer.concat([sealed, sealed]), owner)).toThrow(code("snapshot_rejected"));
  });

  it("rejects that of another owner, and of another key", () => {
    expect(() => create(1).open(sealed, { owner: "tenant b" })).toThrow(code("snapshot_rejected"));
    expect(() => create(2).open(sealed, owner)).toThrow(code("snapshot_rejected"));
  });

  it("rejects one that expired", () => {
    const later = createSnapshotSeal({ keys: [key(1)], now: () => 1_000_001 });

    expect(() => later.open(sealed, owner)).toThrow(code("snapshot_expired"));
  });

  it("opens with older keys, and seals with the first", () => {
    const both = create(2, 1);

    expect([...both.open(sealed, owner)]).toEqual([...snapshot]);
    const next = both.seal(snapshot, { ...owner, expiresAt: 2_000_000 });
    expect([...create(2).open(next, owner)]).toEqual([...snapshot]);
    expect(() => create(1).open(next, owner)).toThrow(code("snapshot_rejected"));
  });

  it("never writes the same bytes twice", () => {
    const again = create(1).seal(snapshot, { ...owner, expiresAt: 1_000_001 });

    expect(Buffer.compare(again, sealed)).not.toBe(0);
  });

  it("takes its keys from the environment", () => {
    process.env[sealKeysVariable] = `${key(2)}, ${key(1)}`;

    const seal = createSnapshotSeal({ now });

    expect(seal.isTemporary).toBe(false);
    expect([...seal.open(sealed, owner)]).toEqual([...snapshot]);
  });

  it("makes a temporary key without one", () => {
    const [one, other] = [createSnapshotSeal({ now }), createSnapshotSeal({ now })];
    const own = one.seal(snapshot, { ...owner, expiresAt: 2_000_000 });

    expect(one.isTemporary).toBe(true);
    expect([...one.open(own, owner)]).toEqual([...snapshot]);
    expect(() => other.open(own, owner)).toThrow(code("snapshot_rejected"));
  });

  it.each([[[]], [["c2hvcnQ="]], [[""]]])("rejects the keys %j without repeating them", (keys) => {
    expect(() => createSnapshotSeal({ keys })).toThrow(code("invalid_seal_key"));
    expect(() => createSnapshotSeal({ keys })).not.toThrow(/c2hvcnQ/);
  });
});
