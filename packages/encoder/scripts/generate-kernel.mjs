// Compiles kernel/ (AssemblyScript) into a module that carries its bytes, so that no runtime has to fetch or find a file.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const folder = fileURLToPath(new URL("../kernel/", import.meta.url));
const moduleFile = new URL("../src/kernel/encoder-kernel.generated.ts", import.meta.url);

let binary;
const { error } = await asc.main(
  [
    "index.ts",
    "--outFile=kernel.wasm",
    "-O3",
    "--noAssert",
    "--runtime=stub",
    "--enable=simd,threads",
    "--importMemory",
    "--sharedMemory",
    "--initialMemory=1",
    "--maximumMemory=65536",
    "--disableWarning",
  ],
  {
    readFile: (name) => {
      try {
        return readFileSync(folder + name, "utf8");
      } catch {
        return null;
      }
    },
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
    stderr: process.stderr,
  },
);
if (error !== null) {
  throw new Error("The kernel does not compile.", { cause: error });
}

writeFileSync(
  moduleFile,
  `// Generated from kernel/ by scripts/generate-kernel.mjs. Do not edit.

/** The compiled kernel as base64. */
export const encoderKernelBase64: string =
  "${Buffer.from(binary).toString("base64")}";
`,
);
