import type { LearnedOrder, RankedTool, ShownTool, Signals } from "./shown-tool.ts";

/** What a server can gain or lose, in log-odds. */
export const maxServerWeight = 1;
export const maxServers = 200;
/** What features can add to a tool or take from it together, in log-odds. */
const maxByFeatures = 1;
export const maxFeatureWeight = 8;
export const maxOrders = 8;
export const maxFeaturesPerOrder = 32;
/** How far a signal is trusted: from the start, and at most. */
const trustAtStart = 0.5;
export const maxTrust = 2;

const serverRate = 0.5;
const featureRate = 0.2;
/** What features lose with each call: what was learned of few calls is hardly more than chance. */
const featureShrinkage = 0.002;
const trustRate = 0.1;
/** Below this probability, a tool that was not called teaches nothing about its server. */
const minProbability = 0.02;
/** What fades in less time is not worth computing. */
const minAge = 60_000;

const signalNames = ["words", "server", "features"] as const satisfies readonly (keyof Signals)[];

/** A tool of an answer: 1 or 0, whether it was called, less how probable that seemed. */
export interface Outcome {
  readonly tool: ShownTool;
  readonly isCalled: boolean;
  readonly probability: number;
}

/**
 * What calls say about all tools together: which servers are preferred, which features of a match count more or less than
 * the ranking thinks, and how well what was learned has predicted calls, which is how far it is trusted.
 */
export class Preferences {
  readonly servers: Map<string, number> = new Map();
  /** By the name of an order, and of a feature. */
  readonly features: Map<string, Map<string, number>> = new Map();
  readonly trust: { -readonly [Signal in keyof Signals]: number } = trusts();
  /** When everything was last brought up to date, in milliseconds. */
  updatedAt: number;

  constructor(updatedAt: number) {
    this.updatedAt = updatedAt;
  }

  /** What calls say for a tool because of its server, and of its features. */
  speakFor({ server, features }: RankedTool, order: LearnedOrder): Pick<Signals, "server" | "features"> {
    const weights = this.features.get(order.name);
    let sum = 0;
    for (let place = 0; weights !== undefined && place < order.features.length; place++) {
      sum += (weights.get(order.features[place] as string) ?? 0) * (features[place] ?? 0);
    }
    return { server: this.servers.get(server) ?? 0, features: bounded(sum, maxByFeatures) };
  }

  /** All signals, each as far as it is trusted. */
  sumOf(signals: Signals): number {
    return signalNames.reduce((sum, name) => sum + this.trust[name] * signals[name], 0);
  }

  learn(order: LearnedOrder, outcomes: readonly Outcome[]): void {
    this.#learnTrust(outcomes);
    this.#learnFeatures(order, outcomes);
    this.#learnServers(outcomes);
  }

  /** Lets what was learned fade: after one half-life, half of it is left. */
  decayTo(now: number, halfLifeMilliseconds: number): void {
    const age = now - this.updatedAt;
    if (age < minAge) {
      return;
    }
    const left = 2 ** (-age / halfLifeMilliseconds);
    this.updatedAt = now;
    for (const weights of [this.servers, ...this.features.values()]) {
      fade(weights, left);
    }
    for (const name of signalNames) {
      this.trust[name] = trustAtStart + (this.trust[name] - trustAtStart) * left;
    }
  }

  clear(): void {
    this.servers.clear();
    this.features.clear();
    Object.assign(this.trust, trusts());
  }

  /** A signal that spoke for the tool that was then called is trusted more, one that spoke for another less. */
  #learnTrust(outcomes: readonly Outcome[]): void {
    const signalled = outcomes.filter(({ tool }) => tool.signals !== undefined);
    if (!signalled.some(({ isCalled }) => isCalled)) {
      return;
    }
    const total = signalled.reduce((sum, { probability }) => sum + probability, 0);
    for (const name of signalNames) {
      let step = 0;
      for (const { tool, isCalled, probability } of signalled) {
        step += (Number(isCalled) - probability / total) * (tool.signals?.[name] ?? 0);
      }
      this.trust[name] = Math.max(0, Math.min(maxTrust, this.trust[name] + trustRate * step));
    }
  }

  #learnFeatures(order: LearnedOrder, outcomes: readonly Outcome[]): void {
    let weights = this.features.get(order.name);
    if (weights === undefined) {
      if (this.features.size >= maxOrders) {
        return;
      }
      weights = new Map();
      this.features.set(order.name, weights);
    }
    for (const [place, name] of order.features.slice(0, maxFeaturesPerOrder).entries()) {
      let step = 0;
      for (const { tool, isCalled, probability } of outcomes) {
        step += (Number(isCalled) - probability) * (tool.features[place] ?? 0);
      }
      const weight = (weights.get(name) ?? 0) * (1 - featureShrinkage) + featureRate * step;
      weights.set(name, bounded(weight, maxFeatureWeight));
    }
  }

  #learnServers(outcomes: readonly Outcome[]): void {
    for (const { tool, isCalled, probability } of outcomes) {
      if (tool.server !== "" && (isCalled || probability >= minProbability)) {
        const weight = (this.servers.get(tool.server) ?? 0) + serverRate * (Number(isCalled) - probability);
        this.servers.set(tool.server, bounded(weight, maxServerWeight));
      }
    }
    if (this.servers.size > maxServers) {
      const weakestFirst = [...this.servers].sort(([, left], [, right]) => Math.abs(left) - Math.abs(right));
      for (const [server] of weakestFirst.slice(0, this.servers.size - maxServers)) {
        this.servers.delete(server);
      }
    }
  }
}

function trusts(): { -readonly [Signal in keyof Signals]: number } {
  return { words: trustAtStart, server: trustAtStart, features: trustAtStart };
}

const minWeight = 0.001;

function fade(weights: Map<string, number>, left: number): void {
  for (const [name, weight] of weights) {
    if (Math.abs(weight * left) < minWeight) {
      weights.delete(name);
    } else {
      weights.set(name, weight * left);
    }
  }
}

function bounded(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}
