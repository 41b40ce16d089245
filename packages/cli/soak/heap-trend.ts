/** Memory of the served process after a collection. */
export interface HeapSample {
  readonly heapUsed: number;
  readonly rss: number;
  readonly at: number;
}

export interface HeapTrend {
  readonly samples: number;
  readonly firstMegabytes: number;
  readonly lastMegabytes: number;
  readonly maxRssMegabytes: number;
  /** Of the straight line that fits the samples after the warm-up best. */
  readonly megabytesPerHour: number;
  readonly isFlat: boolean;
}

/** The part of a run that does not count: caches fill. */
export const warmUpShare = 0.25;
/** Caches fill slowly and samples vary: what grows by less than this in an hour, and by less than a tenth over the run, is flat. */
const maxMegabytesPerHour = 6;
const maxGrowth = 0.1;
const megabyte = 1024 * 1024;
const hour = 3_600_000;

/** Whether memory stays where it is once the caches are warm. */
export function heapTrend(all: readonly HeapSample[]): HeapTrend {
  const samples = all.slice(Math.floor(all.length * warmUpShare));
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < 4) throw new Error("Too few samples for a trend.");
  const slope = slopeOf(samples.map(({ at, heapUsed }) => [(at - first.at) / hour, heapUsed / megabyte]));
  const growth = (slope * ((last.at - first.at) / hour)) / (first.heapUsed / megabyte);
  return {
    samples: samples.length,
    firstMegabytes: first.heapUsed / megabyte,
    lastMegabytes: last.heapUsed / megabyte,
    maxRssMegabytes: Math.max(...all.map(({ rss }) => rss)) / megabyte,
    megabytesPerHour: slope,
    isFlat: slope <= maxMegabytesPerHour && growth <= maxGrowth,
  };
}

/** Least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
