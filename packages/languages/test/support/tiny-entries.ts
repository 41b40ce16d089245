/** A foreign word, how foreign it is, and its English words with their weights. */
type TinyEntry = readonly [word: string, foreignness: number, ...english: (readonly [string, number])[]];

/** What a file is made of, for files that lie. */
export interface TinyFile {
  readonly entries?: readonly TinyEntry[];
  readonly pairs?: string;
  readonly header?: Readonly<Record<string, unknown>>;
}

const blockSize = 16;

/** A file of entries in the form that `training/languages` writes. */
export function tinyEntries({ entries = sample, pairs = "檔档", header = {} }: TinyFile = {}): Uint8Array {
  const english = [...new Set(entries.flatMap(([, , ...words]) => words.map(([word]) => word)))];
  const encoder = new TextEncoder();
  const sorted = entries
    .map(([word, foreignness, ...words]) => ({ bytes: Buffer.from(word), foreignness, words }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const body: number[] = [];
  const blocks: number[] = [];
  for (const [place, { bytes, foreignness, words }] of sorted.entries()) {
    const before = place % blockSize === 0 ? Buffer.alloc(0) : (sorted[place - 1]?.bytes ?? Buffer.alloc(0));
    if (place % blockSize === 0) blocks.push(body.length);
    let shared = 0;
    while (shared < before.length && shared < bytes.length - 1 && before[shared] === bytes[shared]) shared++;
    body.push(shared, bytes.length - shared, ...bytes.subarray(shared));
    body.push((Math.round(foreignness * 4 + 32) << 2) | words.length);
    for (const [word] of words) body.push(english.indexOf(word) & 255, english.indexOf(word) >> 8);
    for (let pair = 0; pair < words.length; pair += 2) {
      const tenths = (at: number): number => Math.round((words[at]?.[1] ?? 0) * 10);
      body.push(tenths(pair) | (tenths(pair + 1) << 4));
    }
  }
  const words = encoder.encode(english.join("\n"));
  const han = encoder.encode(pairs);
  const facts = {
    version: 1,
    entries: entries.length,
    blocks: blocks.length,
    atoms: english.length,
    atomBytes: words.length,
    hanBytes: han.length,
    bodyBytes: body.length,
    ...header,
  };
  const head = encoder.encode(JSON.stringify(facts));
  const start = Buffer.alloc(8);
  start.write("MLEX");
  start.writeUInt32LE(head.length, 4);
  const starts = Buffer.alloc(blocks.length * 4);
  for (const [block, at] of blocks.entries()) starts.writeUInt32LE(at, block * 4);
  return new Uint8Array(Buffer.concat([start, head, words, han, starts, Buffer.from(body)]));
}

const sample: readonly TinyEntry[] = [
  ["datei", 6, ["file", 0.9]],
  ["dateien", 6, ["files", 0.9]],
  ["komprimieren", 6, ["compress", 0.8], ["archive", 0.4]],
  ["und", 5],
  ["größe", 6, ["size", 1]],
  ["文件", 0, ["file", 0.9]],
  ["档", 0, ["file", 0.5]],
  ["压缩", 0, ["compress", 0.9], ["zip", 0.4], ["shrink", 0.2]],
  ["tin nhắn", 6, ["message", 0.9]],
  ["gửi", 6, ["send", 0.9]],
  ["tin", 2, ["believe", 0.5]],
  ["ملف", 0, ["file", 0.9]],
  ["파일", 0, ["file", 0.9]],
];
