import { useEffect, useRef, useState } from "preact/hooks";

const milliseconds = 700;

/** Moves a figure to its new value, so that a change is seen. At once for people who prefer less motion. */
export function useCounted(value: number): number {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const from = latest.current;
    if (from === value || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      latest.current = value;
      setShown(value);
      return undefined;
    }
    let frame = 0;
    const start = performance.now();
    const draw = (now: number) => {
      const share = Math.min(1, (now - start) / milliseconds);
      latest.current = from + (value - from) * (1 - (1 - share) ** 3);
      setShown(latest.current);
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
