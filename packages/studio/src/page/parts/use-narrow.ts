import { useEffect, useState } from "preact/hooks";

const query = "(max-width: 720px)";

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setIsNarrow(list.matches);
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}
