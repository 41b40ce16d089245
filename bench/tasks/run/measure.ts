import { costOfCalls, countPrefixBreaks, createCache } from "../cost/cost-of-calls.ts";
import { inputOfUse } from "../cost/prices.ts";
import { providerOf, type SetUp } from "../set-ups/set-up.ts";
import type { TaskKind } from "../types.ts";
import { type Estimate, estimateMean, estimateRatio, mean } from "./statistics.ts";
import { isRight, type TaskResult } from "./task-result.ts";

/** What one task cost. */
export interface TaskFigures {
  readonly task: string;
  readonly kind: TaskKind;
  readonly right: boolean;
  readonly modelCalls: number;
  readonly searches: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Tokens of the first prompt. */
  readonly firstPrompt: number;
  readonly cachedTokens: number;
  readonly cachedWarm: number;
  readonly costCold: number;
  readonly costWarm: number;
  readonly failedCalls: number;
  readonly prefixBreaks: number;
  readonly refusals: number;
  readonly seconds: number;
  readonly offTranscript: number;
}

/** A set-up over all tasks, or over those of one kind. */
export interface Row {
  readonly tasks: number;
  readonly right: number;
  readonly modelCalls: Estimate;
  readonly searches: number;
  readonly firstPrompt: number;
  readonly inputTokens: Estimate;
  readonly outputTokens: number;
  /** Of all input tokens. */
  readonly cachedShare: number;
  readonly cachedShareWarm: number;
  readonly costCold: Estimate;
  readonly costWarm: Estimate;
  readonly failedCalls: number;
  readonly prefixBreaks: number;
  readonly refusals: number;
  readonly offTranscript: number;
  readonly seconds: number;
  /** By task, of those that the oracle played as well; undefined without an oracle of this dialect. */
  readonly toOracle?: { readonly costCold: Estimate; readonly costWarm: Estimate; readonly modelCalls: Estimate };
}

export interface MeasuredSetUp {
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly TaskFigures[];
  readonly all: Row;
  readonly byKind: Readonly<Partial<Record<TaskKind, Row>>>;
}

export const kinds: readonly TaskKind[] = ["single", "chain", "fan-out", "other-words", "nothing-fits"];

/** Results in the order of the tasks: with a warm cache, each task reads what those before it wrote. */
export function measure(results: readonly TaskResult[], setUps: readonly SetUp[]): readonly MeasuredSetUp[] {
  const figures = measureTasks(results, setUps);
  return setUps.flatMap((setUp) => {
    const own = figures.get(setUp.name) ?? [];
    if (own.length === 0) return [];
    const oracle = figures.get(oracleOf(setUp));
    const byKind = Object.fromEntries(
      kinds.flatMap((kind) => {
        const ofKind = own.filter((one) => one.kind === kind);
        return ofKind.length === 0 ? [] : [[kind, rowOf(ofKind, oracle)]];
      }),
    );
    return [{ name: setUp.name, title: setUp.title, tasks: own, all: rowOf(own, oracle), byKind }];
  });
}

/** What the tasks of each set-up cost, without estimates. */
export function measureTasks(
  results: readonly TaskResult[],
  setUps: readonly SetUp[],
): ReadonlyMap<string, readonly TaskFigures[]> {
  const all = setUps.map((setUp) => {
    return [
      setUp.name,
      figuresOf(
        results.filter((result) => result.setUp === setUp.name),
        setUp,
      ),
    ] as const;
  });
  return new Map(all.filter(([, tasks]) => tasks.length > 0));
}

/** The oracle of the same dialect, which is billed in the same way. */
function oracleOf({ dialect }: SetUp): string {
  return dialect === "messages" ? "oracle" : `oracle-${dialect}`;
}

function figuresOf(results: readonly TaskResult[], { dialect }: SetUp): readonly TaskFigures[] {
  const create = createCache[providerOf(dialect)];
  const warm = create();
  return results.map((result) => {
    const cold = costOfCalls(result.calls, create());
    const warmed = costOfCalls(result.calls, warm);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      task: result.task,
      kind: result.kind,
      right: isRight(result),
      modelCalls: result.calls.length,
      searches: result.searches,
      inputTokens: sum(cold.uses.map(inputOfUse)),
      outputTokens: sum(cold.uses.map(({ output }) => output)),
      firstPrompt: result.calls[0]?.prompt.tokens ?? 0,
      cachedTokens: sum(cold.uses.map(({ read }) => read)),
      cachedWarm: sum(warmed.uses.map(({ read }) => read)),
      costCold: cold.dollars,
      costWarm: warmed.dollars,
      failedCalls: result.failedCalls,
      prefixBreaks: countPrefixBreaks(result.calls),
      refusals: result.refusals.length,
      seconds: result.seconds,
      offTranscript: result.offTranscript?.length ?? 0,
    };
  });
}

function rowOf(tasks: readonly TaskFigures[], oracle: readonly TaskFigures[] | undefined): Row {
  const all = (field: keyof TaskFigures) => tasks.map((task) => Number(task[field]));
  const sum = (field: keyof TaskFigures) => all(field).reduce((total, value) => total + value, 0);
  const pairs = tasks.flatMap((task) => {
    const other = oracle?.find((one) => one.task === task.task);
    return other === undefined ? [] : [[task, other] as const];
  });
  const ratio = (field: keyof TaskFigures) =>
    estimateRatio(pairs.map(([one, other]) => [Number(one[field]), Number(other[field])]));
  return {
    tasks: tasks.length,
    right: sum("right"),
    modelCalls: estimateMean(all("modelCalls")),
    searches: mean(all("searches")),
    firstPrompt: mean(all("firstPrompt")),
    inputTokens: estimateMean(all("inputTokens")),
    outputTokens: mean(all("outputTokens")),
    cachedShare: sum("cachedTokens") / Math.max(1, sum("inputTokens")),
    cachedShareWarm: sum("cachedWarm") / Math.max(1, sum("inputTokens")),
    costCold: estimateMean(all("costCold")),
    costWarm: estimateMean(all("costWarm")),
    failedCalls: sum("failedCalls"),
    prefixBreaks: sum("prefixBreaks"),
    refusals: sum("refusals"),
    offTranscript: sum("offTranscript"),
    seconds: mean(all("seconds")),
    ...(pairs.length === 0
      ? {}
      : { toOracle: { costCold: ratio("costCold"), costWarm: ratio("costWarm"), modelCalls: ratio("modelCalls") } }),
  };
}
