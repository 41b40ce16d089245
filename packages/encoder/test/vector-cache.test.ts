import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { CacheFolder } from "../src/cache/cache-folder.ts";
import { defaultCacheFolder } from "../src/cache/default-cache-folder.ts";
import { packSegment, parseSegment } from "../src/cache/segment-file.ts";
import { VectorCache } from "../src/cache/vector-cache.ts";

const width = 8;
const model = "toolcrib-encoder-test";

const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "encoder-cache-"));
const openCache = (folder: string, id = model, max?: number): VectorCache =>
  new VectorCache(new CacheFolder(folder, id, width), max);

function vectorOf(text: string): Float32Array {
  const numbers = Float32Array.from({ length: width }, (_none, at) => Math.sin(text.length * 7 + at));
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

/** Completes the texts, and says which had to be computed. */
async function complete(cache: VectorCache, texts: readonly string[]) {
  const computed: string[] = [];
  const vectors = await cache.complete(texts, async (missing) => {
    const missingTexts = missing.map((place) => texts[place] as string);
    computed.push(...missingTexts);
    return missingTexts.map(vectorOf);
  });
  return { vectors, computed };
}

/** All files of a cache, with their paths. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("VectorCache", () => {
  it("computes each text once, also in a later process, and gives the same bits from the cache", async () => {
    const folder = await createFolder();
    const first = await complete(openCache(folder), ["a", "bb", "ccc"]);
    const later = await complete(openCache(folder), ["ccc", "dddd", "a"]);
    expect(first.computed).toEqual(["a", "bb", "ccc"]);
    expect(later.computed).toEqual(["dddd"]);
    expect(later.vectors[0]).toEqual(first.vectors[2]);
    expect(later.vectors[2]).toEqual(first.vectors[0]);
  });

  it("keeps vectors in memory without a folder", async () => {
    const cache = new VectorCache(undefined);
    await complete(cache, ["a"]);
    expect((await complete(cache, ["a", "bb"])).computed).toEqual(["bb"]);
  });

  it("gives vectors that stay as they are when others change theirs", async () => {
    const cache = new VectorCache(undefined);
    const [first] = (await complete(cache, ["a"])).vectors;
    const copy = first?.slice();
    first?.fill(0);
    expect((await complete(cache, ["a"])).vectors[0]).toEqual(copy);
  });

  it("ignores the vectors of another model", async () => {
    const folder = await createFolder();
    await complete(openCache(folder), ["a"]);
    const [file] = await filesIn(folder);
    const other = openCache(folder, "toolcrib-encoder-other");
    await complete(other, ["bb"]);
    // Even if somebody copies the file into the other model's folder.
    const otherFile = (await filesIn(folder)).find((path) => path !== file) as string;
    await writeFile(otherFile, await readFile(file as string));
    expect((await complete(openCache(folder, "toolcrib-encoder-other"), ["a", "bb"])).computed).toEqual(["a", "bb"]);
    expect((await complete(openCache(folder), ["a"])).computed).toEqual([]);
  });

  it("computes again what is damaged, wherever the damage is, and removes it", async () => {
    const folder = await createFolder();
    await complete(openCache(folder), ["a", "bb"]);
    const [file] = (await filesIn(folder)) as [string];
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), fc.boolean(), async (at, isCut) => {
        const damaged = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) damaged[at] = (damaged[at] as number) ^ 1;
        await writeFile(file, damaged);
        const { computed, vectors } = await complete(openCache(folder), ["a"]);
        expect(computed).toEqual(["a"]);
        expect(vectors[0]?.[0]).toBeCloseTo(vectorOf("a")[0] as number, 4);
        const left = await filesIn(folder);
        expect(left).not.toContain(file);
        // Back to one damaged file for the next run.
        await Promise.all(left.map((path) => writeFile(path, "")));
      }),
      { numRuns: 40 },
    );
  });

  it("forgets the vectors that were not used for longest beyond its limit, in memory and on disk", async () => {
    const folder = await createFolder();
    const cache = openCache(folder, model, 3);
    await complete(cache, ["a", "bb", "ccc"]);
    await complete(cache, ["a"]);
    await complete(cache, ["dddd"]);
    expect((await complete(cache, ["a", "ccc", "dddd"])).computed).toEqual([]);
    expect((await complete(cache, ["bb"])).computed).toEqual(["bb"]);
    const texts = Array.from({ length: 40 }, (_none, index) => "x".repeat(index + 1));
    for (const text of texts) await complete(openCache(folder, model, 10), [text]);
    await complete(openCache(folder, model, 10), [texts.at(-1) as string]);
    expect((await filesIn(folder)).length).toBeLessThan(12);
  });

  it("bounds what one process writes, however many vectors it adds", async () => {
    const folder = await createFolder();
    const cache = openCache(folder, model, 5);
    const texts = Array.from({ length: 60 }, (_none, index) => "x".repeat(index + 1));
    for (const text of texts) {
      await complete(cache, [text]);
      expect((await filesIn(folder)).length).toBeLessThanOrEqual(6);
    }
    expect((await complete(openCache(folder, model, 5), texts.slice(-5))).computed).toEqual([]);
  });

  it("merges many small files into one without losing a vector", async () => {
    const folder = await createFolder();
    const texts = Array.from({ length: 12 }, (_none, index) => "x".repeat(index + 1));
    const cache = openCache(folder);
    for (const text of texts) await complete(cache, [text]);
    expect(await filesIn(folder)).toHaveLength(12);
    expect((await complete(openCache(folder), texts)).computed).toEqual([]);
    expect(await filesIn(folder)).toHaveLength(1);
    expect((await complete(openCache(folder), texts)).computed).toEqual([]);
  });

  it("works without a cache where the folder cannot be made or read", async () => {
    const folder = await createFolder();
    await writeFile(join(folder, "file"), "");
    const cache = openCache(join(folder, "file", "below"));
    expect((await complete(cache, ["a"])).computed).toEqual(["a"]);
    expect((await complete(cache, ["a"])).computed).toEqual([]);
  });

  it("leaves no file that is not finished where the disk refuses it, and reads none", async () => {
    const folder = await createFolder();
    await complete(openCache(folder), ["a"]);
    const [file] = (await filesIn(folder)) as [string];
    await writeFile(`${file}.part`, await readFile(file));
    await mkdir(join(folder, "unrelated"));
    expect((await complete(openCache(folder), ["a"])).computed).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe or read a device among the files", async () => {
    const folder = await createFolder();
    await complete(openCache(folder), ["a"]);
    const [file] = (await filesIn(folder)) as [string];
    execFileSync("mkfifo", [join(dirname(file), "0-pipe.vectors")]);
    await symlink("/dev/zero", join(dirname(file), "0-device.vectors"));
    expect((await complete(openCache(folder), ["a", "bb"])).computed).toEqual(["bb"]);
  });

  it.runIf(process.platform === "linux")("works without a cache in a file system that takes no folders", async () => {
    const cache = openCache("/proc/toolcrib-test/encoder");
    expect((await complete(cache, ["a"])).computed).toEqual(["a"]);
    expect((await complete(cache, ["a"])).computed).toEqual([]);
  });

  it("works where two processes make the folder at once", async () => {
    const folder = join(await createFolder(), "not", "there", "yet");
    await Promise.all(["a", "bb", "ccc"].map((text) => complete(openCache(folder), [text])));
    expect((await complete(openCache(folder), ["a", "bb", "ccc"])).computed).toEqual([]);
  });

  it("passes an error of the encoder on and keeps nothing", async () => {
    const cache = new VectorCache(undefined);
    const compute = vi.fn().mockRejectedValueOnce(new Error("broken"));
    await expect(cache.complete(["a"], compute)).rejects.toThrow("broken");
    expect((await complete(cache, ["a"])).computed).toEqual(["a"]);
  });
});

describe("a segment", () => {
  it("is refused with any other bytes", () => {
    const whole = packSegment([{ key: "0".repeat(32), vector: new Int16Array(width) }], model, width);
    expect(parseSegment(whole, model, width)).toHaveLength(1);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseSegment(bytes, model, width)).toBeUndefined();
        expect(parseSegment(Buffer.concat([whole.subarray(0, 64), bytes]), model, width)).toBeUndefined();
      }),
    );
    expect(parseSegment(whole, model, width + 1)).toBeUndefined();
    expect(parseSegment(whole, "another", width)).toBeUndefined();
  });
});

describe("defaultCacheFolder", () => {
  it("is where each system keeps caches", () => {
    expect(defaultCacheFolder("linux", {}, () => "/home/ada")).toBe("/home/ada/.cache/toolcrib/encoder");
    expect(defaultCacheFolder("linux", { XDG_CACHE_HOME: "/caches" }, () => "/home/ada")).toBe(
      "/caches/toolcrib/encoder",
    );
    expect(defaultCacheFolder("darwin", {}, () => "/Users/ada")).toBe("/Users/ada/Library/Caches/toolcrib/encoder");
  });

  it("is none for a user without a home, unless the caches are elsewhere", () => {
    const homeless = (): string => {
      throw new Error("A system error occurred: uv_os_homedir returned ENOENT");
    };
    expect(defaultCacheFolder("linux", {}, homeless)).toBeNull();
    expect(defaultCacheFolder("linux", { XDG_CACHE_HOME: "/caches" }, homeless)).toBe("/caches/toolcrib/encoder");
  });
});
