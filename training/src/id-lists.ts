import { readIntegers, writeNumbers } from "./files/work-files.ts";

/** Many lists of piece ids in one array; list `n` lies from `starts[n]` to `starts[n + 1]`. */
export interface IdLists {
  count: number;
  starts: Int32Array;
  ids: Int32Array;
}

export function writeIdLists(name: string, lists: readonly number[][]): void {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, index) => {
    starts[index + 1] = (starts[index] as number) + list.length;
  });
  writeNumbers(`${name}.starts.i32`, starts);
  writeNumbers(`${name}.ids.i32`, Int32Array.from(lists.flat()));
}

export function readIdLists(name: string): IdLists {
  const starts = readIntegers(`${name}.starts.i32`);
  return { count: starts.length - 1, starts, ids: readIntegers(`${name}.ids.i32`) };
}

export function idsAt(lists: IdLists, index: number): Int32Array {
  return lists.ids.subarray(lists.starts[index], lists.starts[index + 1]);
}
