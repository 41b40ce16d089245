import assert from "node:assert/strict";
import { it } from "node:test";
import { bertTensors } from "../src/encoder/bert-tensors.ts";
import { readNpz } from "../src/encoder/read-npz.ts";

/** An uncompressed zip file of `.npy` arrays, as `numpy.savez` writes it. */
function npz(
  arrays: Record<string, { readonly type: string; readonly shape: number[]; readonly bytes: Buffer }>,
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, { type, shape, bytes }] of Object.entries(arrays)) {
    const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }\n`;
    const length = Buffer.alloc(2);
    length.writeUInt16LE(header.length);
    const content = Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), length, Buffer.from(header), bytes]);
    const file = Buffer.from(`${name}.npy`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(file.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt32LE(content.length, 24);
    central.writeUInt16LE(file.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, file, content);
    directory.push(central, file);
    offset += 30 + file.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(arrays).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const floats = (shape: number[], numbers: number[]) => ({
  type: "<f4",
  shape,
  bytes: Buffer.from(Float32Array.from(numbers).buffer),
});

it("reads floats, halves and bytes of a NumPy file", () => {
  const arrays = readNpz(
    npz({
      "f:a": floats([2], [1.5, -2]),
      "s:b": { type: "<f2", shape: [3], bytes: Buffer.from(Uint16Array.of(0x3c00, 0xc000, 0x0001).buffer) },
      "q:b": { type: "|i1", shape: [1, 2], bytes: Buffer.from([255, 3]) },
    }),
  );
  assert.deepEqual([...(arrays.get("f:a")?.values ?? [])], [1.5, -2]);
  assert.deepEqual([...(arrays.get("s:b")?.values ?? [])], [1, -2, 2 ** -24]);
  assert.deepEqual(arrays.get("q:b"), { shape: [1, 2], values: Int8Array.of(-1, 3) });
});

it("refuses files that are not NumPy's", () => {
  assert.throws(() => readNpz(Buffer.from("no zip")), /Expected a zip file/);
  assert.throws(
    () => readNpz(npz({ a: { type: "<i8", shape: [1], bytes: Buffer.alloc(8) } })),
    /Expected f4, f2 or i1/,
  );
});

it("names the tensor that is missing", () => {
  assert.throws(() => bertTensors(new Map()), /embeddings.word_embeddings.weight/);
});
