/** A small package, and the cycle that the check must find in it. */
export interface PlantedCycle {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The folders of the cycle, as the message names them. */
  readonly cycle: string;
  /** Every import that makes the cycle. */
  readonly imports: readonly string[];
}

const value = "export const value = 1;\n";
const type = "export type Value = 1;\n";

export const plantedCycles: readonly PlantedCycle[] = [
  {
    title: "two folders that import each other's types",
    files: {
      "src/a/one.ts": 'import type { Value } from "../b/two.ts";\n\nexport type One = Value;\n',
      "src/a/three.ts": type,
      "src/b/two.ts": 'export type { Value } from "../a/three.ts";\n',
    },
    cycle: "src: folders import each other in a cycle: a → b → a",
    imports: ["src/a/one.ts imports src/b/two.ts", "src/b/two.ts imports src/a/three.ts"],
  },
  {
    title: "a type that is imported where it is used",
    files: {
      "src/a/one.ts": 'export type One = import("../b/two.ts").Value;\n',
      "src/a/three.ts": value,
      "src/b/two.ts": 'import { value } from "../a/three.ts";\n\nexport type Value = typeof value;\n',
    },
    cycle: "src: folders import each other in a cycle: a → b → a",
    imports: ["src/a/one.ts imports src/b/two.ts"],
  },
  {
    title: "an import that waits until it is needed",
    files: {
      "src/a/one.ts": 'export const one: Promise<unknown> = import("../b/two.ts");\n',
      "src/b/two.ts": 'import { one } from "../a/one.ts";\n\nexport const two: unknown = one;\n',
    },
    cycle: "src: folders import each other in a cycle: a → b → a",
    imports: ["src/a/one.ts imports src/b/two.ts", "src/b/two.ts imports src/a/one.ts"],
  },
  {
    title: "three folders in a ring",
    files: {
      "src/a/one.ts": 'export { value } from "../b/two.ts";\n',
      "src/b/two.ts": 'export { value } from "../c/three.ts";\n',
      "src/c/three.ts": 'export * as value from "../a/four.ts";\n',
      "src/a/four.ts": value,
    },
    cycle: "src: folders import each other in a cycle: a → b → c → a",
    imports: [
      "src/a/one.ts imports src/b/two.ts",
      "src/b/two.ts imports src/c/three.ts",
      "src/c/three.ts imports src/a/four.ts",
    ],
  },
  {
    title: "a folder that imports what its own files use",
    files: {
      "src/a/one.ts": 'export { value } from "./inner/two.ts";\n',
      "src/a/shared.ts": value,
      "src/a/inner/two.ts": 'export { value } from "../shared.ts";\n',
    },
    cycle: "src/a: folders import each other in a cycle: (its own files) → inner → (its own files)",
    imports: ["src/a/one.ts imports src/a/inner/two.ts", "src/a/inner/two.ts imports src/a/shared.ts"],
  },
  {
    title: "two folders whose subfolders import each other in both directions",
    files: {
      "src/a/x/one.ts": 'export { value } from "../../b/y/two.ts";\n',
      "src/a/w/four.ts": value,
      "src/b/y/two.ts": value,
      "src/b/z/three.ts": 'export { value } from "../../a/w/four.ts";\n',
    },
    cycle: "src: folders import each other in a cycle: a → b → a",
    imports: ["src/a/x/one.ts imports src/b/y/two.ts", "src/b/z/three.ts imports src/a/w/four.ts"],
  },
  {
    title: "a helper for tests that is in a cycle",
    files: {
      "src/testing/chat/one.tsx": 'export { value } from "../contract/two.ts";\n',
      "src/testing/contract/two.ts": 'export { value } from "../chat/three.ts";\n',
      "src/testing/chat/three.ts": value,
    },
    cycle: "src/testing: folders import each other in a cycle: chat → contract → chat",
    imports: ["src/testing/chat/one.tsx imports src/testing/contract/two.ts"],
  },
  {
    title: "a package that imports itself by its name",
    files: {
      "src/index.ts": 'export { one } from "./a/one.ts";\n',
      "src/a/one.ts": 'import type { Value } from "planted/types";\n\nexport const one: Value = 1;\n',
      "src/types.ts": type,
    },
    cycle: "src: folders import each other in a cycle: (its own files) → a → (its own files)",
    imports: ["src/a/one.ts imports src/types.ts"],
  },
];

/** A package in which data goes one way, for all that a rough check would find in it. */
export const packageWithoutCycles: Readonly<Record<string, string>> = {
  "src/index.ts": 'export { one } from "./a/one.ts";\nexport { two } from "./b/two.ts";\n',
  "src/a/one.ts": 'import { two } from "../b/two.ts";\n\nexport const one: number = two;\n',
  // Files of one folder may do as they like, and a test goes through the public door.
  "src/a/other.ts": 'import { one } from "./one.ts";\n\nexport const other: number = one;\n',
  "src/b/two.ts":
    '// import { one } from "../a/one.ts";\nexport const two: number = "from \\"../a/one.ts\\"".length;\n',
  "src/b/two.test.ts": 'import { one } from "../index.ts";\n\nexport const tested: number = one;\n',
  "src/b/inner/three.ts": 'export { two } from "../two.ts";\n',
  "dist/b/two.js": 'export { one } from "../a/one.js";\n',
};
