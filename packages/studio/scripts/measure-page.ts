import { requireBrowser } from "../test/support/find-browser.ts";
import { makeTrace, makeTraces } from "../test/support/make-trace.ts";
import { startRecordedGateway } from "../test/support/recorded-gateway.ts";
import { setStage } from "../test/support/stage.ts";

// Measures, and asserts nothing: the first paint, and the frames of scrolling through ten thousand traces while new ones arrive.
// The work of the page (script, style, layout) does not depend on how busy the machine is as much as frames do.

const scrollMilliseconds = 3_000;
const stage = await setStage(requireBrowser());
const gateway = await startRecordedGateway({ traces: makeTraces(10_000), pageFolder: stage.pageFolder });
const { page, close } = await stage.open(`${gateway.url}/studio#/flow`, { reducedMotion: "no-preference" });
// The compiler behind this script marks functions with a helper that the page does not have.
await page.evaluate("globalThis.__name = (marked) => marked");
await page.locator('[role="option"][aria-setsize="10000"]').first().waitFor();
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);

const cdp = await page.context().newCDPSession(page);
await cdp.send("Performance.enable");
const work = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));

let arrived = 0;
const arriving = setInterval(() => {
  const startedAt = new Date(Date.parse("2026-11-16T00:00:00Z") + ++arrived * 1_000).toISOString();
  gateway.add(makeTrace({ id: `req_new_${arrived}`, startedAt, conversation: `new-${arrived}` }));
}, 200);
const before = await work();
const frames = await page.evaluate(
  (milliseconds) =>
    new Promise<number[]>((resolve) => {
      const list = document.querySelector(".virtual-list");
      const times: number[] = [];
      const start = performance.now();
      let last = start;
      const next = (now: number) => {
        times.push(now - last);
        last = now;
        list?.scrollBy(0, 400);
        if (now - start < milliseconds) requestAnimationFrame(next);
        else resolve(times.slice(1));
      };
      requestAnimationFrame(next);
    }),
  scrollMilliseconds,
);
const after = await work();
clearInterval(arriving);
await close();
await gateway.close();
await stage.close();

const sorted = frames.toSorted((left, right) => left - right);
const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
console.log(`first paint: ${Math.round(paint)} ms`);
console.log(
  `10,000 traces, ${arrived} more while scrolling: ${(frames.length / (scrollMilliseconds / 1_000)).toFixed(0)} frames a second`,
);
console.log(`a frame: ${at(0.5)} ms in the middle, ${at(0.95)} ms at the 95th of 100, ${at(1)} ms at the most`);
const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
const perFrame = (name: string) => ((added(name) * 1_000) / frames.length).toFixed(2);
console.log(
  `work a frame: script ${perFrame("ScriptDuration")} ms, style ${perFrame("RecalcStyleDuration")} ms, layout ${perFrame("LayoutDuration")} ms; ${added("LayoutCount")} layouts in ${frames.length} frames`,
);
