import { useRef } from "preact/hooks";

/** The list of the last time, if this one has the same items. */
export function useSameList<List extends readonly unknown[] | undefined>(list: List): List {
  const before = useRef(list);
  const isSame =
    list?.length === before.current?.length && list?.every((item, index) => item === before.current?.[index]) !== false;
  if (!isSame) before.current = list;
  return before.current;
}
