import { describe, expect, it } from "vitest";
import type { StoreKey } from "../contract/store.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { reencryptSecrets } from "./reencrypt-secrets.ts";
import { SecretBox } from "./secret-box.ts";
import { createSecretKey } from "./secret-keys.ts";
import { SecretStore } from "./secret-store.ts";

const hour = { milliseconds: 3_600_000 };
const ada: StoreKey = { namespace: "logins", owner: "ada", id: "crm" };
const bob: StoreKey = { ...ada, owner: "bob" };
const secret = { token: "a very secret token" };
const code = (expected: string) => expect.objectContaining({ code: expected });

function open(keys: string | undefined) {
  const time = { now: 1_000_000 };
  const store = new MemoryStore(() => time.now);
  const secrets = new SecretStore(store, new SecretBox(keys), () => time.now);
  const raw = async (key: StoreKey) => (await store.get([key]))[0] as Record<string, unknown>;
  return { time, store, secrets, raw };
}

describe("secrets in a store", () => {
  it("are encrypted there, and come back", async () => {
    const { secrets, raw, time } = open(createSecretKey());
    await secrets.set(ada, secret, hour);

    expect(await secrets.get(ada)).toEqual(secret);
    expect(JSON.stringify(await raw(ada))).not.toContain("secret token");
    expect(await secrets.update(ada, (value) => ({ ...value, more: 1 }), hour)).toEqual({ ...secret, more: 1 });
    expect(await secrets.get(ada)).toEqual({ ...secret, more: 1 });
    time.now += hour.milliseconds;
    expect(await secrets.get(ada)).toBeUndefined();
  });

  it("do not open at another user's place, however they got there", async () => {
    const { store, secrets, raw } = open(createSecretKey());
    await secrets.set(ada, secret, hour);
    await store.set(bob, await raw(ada), hour);

    await expect(secrets.get(bob)).rejects.toEqual(code("secret_rejected"));
    await expect(secrets.update(bob, (value) => value, hour)).rejects.toEqual(code("secret_rejected"));
  });

  it("do not open with any bit changed, nor with another end", async () => {
    const box = new SecretBox(createSecretKey());
    const sealed = box.seal(secret, ada, 2_000_000);
    const bytes = Buffer.from(sealed.sealed, "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => box.open({ ...sealed, sealed: changed.toString("base64url") }, ada)).toThrow(
        code("secret_rejected"),
      );
    }
    for (const broken of [{ ...sealed, until: 9_000_000 }, { ...sealed, sealed: "" }, {}, { ...sealed, until: "x" }]) {
      expect(() => box.open(broken, ada)).toThrow(code("secret_rejected"));
    }
  });

  it("end when they were meant to, even if their row is kept alive", async () => {
    const { store, secrets, raw, time } = open(createSecretKey());
    await secrets.set(ada, secret, hour);
    const row = await raw(ada);
    time.now += hour.milliseconds;
    await store.set(ada, row, hour);

    expect(await secrets.get(ada)).toBeUndefined();
  });

  it("do not open with another key, and the error quotes neither key nor secret", async () => {
    const { store, secrets } = open(createSecretKey());
    await secrets.set(ada, secret, hour);
    const other = createSecretKey();
    const stranger = new SecretStore(store, new SecretBox(other), () => 1_000_000);

    const error: unknown = await stranger.get(ada).catch((caught: unknown) => caught);

    expect(error).toEqual(code("secret_key_missing"));
    expect(String(error)).not.toContain(other);
    expect(JSON.stringify(error)).not.toContain("secret token");
  });

  it("need no key where nothing outlives the process", async () => {
    const { secrets } = open(undefined);
    await secrets.set(ada, secret, hour);

    expect(await secrets.get(ada)).toEqual(secret);
    expect(new SecretBox("").isTemporary).toBe(true);
  });

  it.each(["c2hvcnQ=", `${createSecretKey()},`, `${createSecretKey()},c2hvcnQ=`])("refuse the keys %#", (keys) => {
    expect(() => new SecretBox(keys)).toThrow(code("invalid_secret_key"));
    expect(() => new SecretBox(keys)).not.toThrow(/c2hvcnQ/);
  });
});

describe("replacing the key", () => {
  it("re-encrypts what older keys encrypted, keeps its end, and makes them dispensable", async () => {
    const [first, second] = [createSecretKey(), createSecretKey()];
    const { store, secrets, time } = open(first);
    await secrets.set(ada, secret, hour);
    await secrets.set(bob, { token: "bob's" }, { milliseconds: 1_000 });
    const box = new SecretBox(`${second}, ${first}`);
    const both = new SecretStore(store, box, () => time.now);
    await both.set({ ...ada, id: "new" }, secret, hour);
    const options = { namespaces: ["logins"], now: () => time.now };

    const planned = await reencryptSecrets(store, box, { ...options, dryRun: true });
    const done = await reencryptSecrets(store, box, options);

    expect(planned).toEqual({ secrets: 3, current: 1, reencrypted: 2, failed: {} });
    expect(done).toEqual(planned);
    const only = new SecretStore(store, new SecretBox(second), () => time.now);
    expect(await only.get(ada)).toEqual(secret);
    time.now += 1_000;
    expect(await only.get(bob)).toBeUndefined();
    expect(await reencryptSecrets(store, new SecretBox(first), options)).toEqual({
      secrets: 2,
      current: 0,
      reencrypted: 0,
      failed: { secret_key_missing: 2 },
    });
  });
});
