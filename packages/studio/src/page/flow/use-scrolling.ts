import { useEffect, useRef, useState } from "preact/hooks";

const scrollEndMilliseconds = 150;

/** Whether somebody scrolls, until a moment after the last scroll. */
export function useScrolling(): { readonly isScrolling: boolean; readonly noteScroll: () => void } {
  const [isScrolling, setIsScrolling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const noteScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsScrolling(false), scrollEndMilliseconds);
    setIsScrolling(true);
  };
  return { isScrolling, noteScroll };
}
