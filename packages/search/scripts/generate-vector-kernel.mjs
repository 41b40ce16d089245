// Assembles kernels/vector-kernel.wat into a module that carries its bytes, so that no runtime has to fetch or find a file.
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";

const sourceFile = new URL("../kernels/vector-kernel.wat", import.meta.url);
const moduleFile = new URL("../src/vectors/vector-kernel.generated.ts", import.meta.url);

const wabt = await createWabt();
const parsed = wabt.parseWat("vector-kernel.wat", readFileSync(sourceFile, "utf8"), { simd: true });
const { buffer } = parsed.toBinary({});

writeFileSync(
  moduleFile,
  `// Generated from kernels/vector-kernel.wat by scripts/generate-vector-kernel.mjs. Do not edit.

/** The assembled kernel as base64. */
export const vectorKernelBase64: string =
  "${Buffer.from(buffer).toString("base64")}";
`,
);
