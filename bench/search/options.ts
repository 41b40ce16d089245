import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { peerNames } from "./systems/engine-list.ts";

const parts = ["quality", "timing", "tiers", "left-out", "memory", "growth", "false-returns"] as const;

export type Part = (typeof parts)[number];

export interface BenchmarkOptions {
  readonly dataFolder: string;
  readonly outFolder: string;
  /** All of the data folder where undefined. */
  readonly setNames: readonly string[] | undefined;
  readonly peers: readonly string[];
  readonly parts: readonly Part[];
  /** Larger catalogues are measured with the table alone: the encoder needs minutes for each 10,000 tools. */
  readonly encoderTools: number;
  /** Few queries and no large catalogues: for trying the benchmark, not for figures. */
  readonly isQuick: boolean;
  /** How the run can be repeated, without the folders of this machine. */
  readonly command: string;
}

const rootFolder = new URL("../../", import.meta.url);
const defaultDataFolder = "../shared/data";
const defaultOutFolder = "bench/results";

export function readOptions(argumentList: readonly string[]): BenchmarkOptions {
  const { values } = parseArgs({
    args: [...argumentList],
    options: {
      data: { type: "string" },
      out: { type: "string" },
      sets: { type: "string" },
      peers: { type: "string" },
      parts: { type: "string" },
      "encoder-tools": { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  return {
    dataFolder: fromRoot(values.data ?? process.env["TOOLCRIB_DATA"] ?? defaultDataFolder),
    outFolder: fromRoot(values.out ?? defaultOutFolder),
    setNames: values.sets?.split(","),
    peers: values.peers?.split(",").filter(Boolean) ?? peerNames,
    parts: values.parts === undefined ? parts : values.parts.split(",").map(toPart),
    encoderTools: Number(values["encoder-tools"] ?? Number.POSITIVE_INFINITY),
    isQuick: values.quick,
    command: describeCommand(values),
  };
}

function fromRoot(folder: string): string {
  return fileURLToPath(new URL(`${folder}/`, rootFolder));
}

function toPart(text: string): Part {
  const part = parts.find((known) => known === text);
  if (part === undefined) {
    throw new Error(`--parts takes ${parts.join(", ")}, not "${text}".`);
  }
  return part;
}

function describeCommand(values: Readonly<Record<string, string | boolean | undefined>>): string {
  const shown = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) {
      return [];
    }
    const isFolder = name === "data" || name === "out";
    return value === true ? [`--${name}`] : [`--${name}`, isFolder ? "DIR" : quote(String(value))];
  });
  return ["npm run bench:search", ...(shown.length > 0 ? ["--", ...shown] : [])].join(" ");
}

function quote(value: string): string {
  return /^[\w,-]+$/.test(value) ? value : `"${value}"`;
}
