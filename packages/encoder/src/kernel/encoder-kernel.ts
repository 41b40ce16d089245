import { EncoderError } from "../errors/encoder-error.ts";
import type { ModelShape } from "../weights/model-shape.ts";
import { encoderKernelBase64 } from "./encoder-kernel.generated.ts";

/** What the WebAssembly module does; see `kernel/index.ts`. */
export interface EncoderKernel {
  configure(layers: number, width: number, innerWidth: number, vocabulary: number, positions: number): void;
  weightBytes(): number;
  scratchBytes(rows: number): number;
  encode(
    weights: number,
    scratch: number,
    rows: number,
    tokens: number,
    lengths: number,
    texts: number,
    output: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** The compiled kernel. It can be sent to threads. */
export function compileKernel(): WebAssembly.Module {
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(encoderKernelBase64, "base64"));
    return compiled;
  } catch (cause) {
    throw new EncoderError("encoder_not_supported", { reason: "its WebAssembly does not compile" }, { cause });
  }
}

/** An instance of the kernel on a memory, for a shape. */
export function startKernel(memory: WebAssembly.Memory, shape: ModelShape): EncoderKernel {
  const { exports } = new WebAssembly.Instance(compileKernel(), { env: { memory } });
  const kernel = exports as unknown as EncoderKernel;
  kernel.configure(shape.layers, shape.width, shape.innerWidth, shape.vocabulary, shape.positions);
  return kernel;
}
