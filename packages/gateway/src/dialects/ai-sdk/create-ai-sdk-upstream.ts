import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { AnswerEvent } from "../../contracts/inner-form.ts";
import type { Upstream, UpstreamCall } from "../../contracts/upstream.ts";
import { headerList } from "../../outgoing/header-list.ts";
import { maxEventLength } from "../../sse/sse-decoder.ts";
import { namedHeaders } from "../shared/http/forwarded-headers.ts";
import { maxAnswerBytes } from "../shared/http/read-body.ts";
import { bearerHeaders } from "../shared/http/upstream-headers.ts";
import { maxStreamBytes } from "../shared/stream/answer-decoder.ts";
import { createToolNames } from "../shared/tools/tool-names.ts";
import { UniqueCallIds } from "../shared/tools/unique-call-ids.ts";
import type { AnswerContext } from "./answer/answer-context.ts";
import { createPartLimit } from "./answer/part-limit.ts";
import { toAnswerEvents } from "./answer/stream-answer.ts";
import { toAnswerMessage } from "./answer/whole-answer.ts";
import { effortOf, toCallOptions } from "./call-options.ts";
import { listModels } from "./list-models.ts";
import type { PromptContext } from "./prompt/prompt-context.ts";
import { toCurrentModel } from "./provider/current-model.ts";
import { ExactNumbers } from "./provider/exact-numbers.ts";
import {
  fetchHere,
  type ImportPackage,
  loadProvider,
  type ModelSource,
  type ProviderSettings,
} from "./provider/load-provider.ts";
import { reportEffort, reportWarnings } from "./provider/omissions.ts";
import { toUpstreamError } from "./provider/provider-error.ts";
import { compatiblePackage, type ProviderTraits, traitsOf } from "./provider/provider-traits.ts";
import { readSettings } from "./provider/settings-traits.ts";
import { type Watch, watchCall } from "./time-limits.ts";

/** Options for an upstream that uses an AI SDK provider package. */
export interface AiSdkUpstreamOptions extends Omit<ProviderSettings, "package"> {
  /** The name in the config; shown in the trace. */
  readonly name: string;
  /** The provider's package. Default: `@ai-sdk/openai-compatible`, which needs a `baseUrl`. */
  readonly package?: string | undefined;
  /** Messages API fields to remove before a request is translated. */
  readonly dropFields?: readonly string[] | undefined;
  /** Names of the client's headers that are passed on; `*` at the end stands for any end. */
  readonly forwardHeaders?: readonly string[] | undefined;
  /** Overrides what is assumed about the provider. */
  readonly traits?: Partial<ProviderTraits> | undefined;
  /** Time limit for the start of a response. Default: 600 s. */
  readonly firstByteSeconds?: number | undefined;
  /** How long a response may stall. Default: 300 s. */
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
  /** Generates message ids for providers that return none. */
  readonly generateId?: (() => string) | undefined;
  readonly importPackage?: ImportPackage | undefined;
}

/** Creates an upstream that uses an AI SDK provider package. Resolves once it is loaded; throws if it is missing. */
export async function createAiSdkUpstream(options: AiSdkUpstreamOptions): Promise<Upstream> {
  const packageName = options.package ?? compatiblePackage;
  const { traits: configuredTraits, settings } = readSettings(options.name, options.settings);
  const numbers = new ExactNumbers(packageName);
  const fetch = numbers.in(options.fetch ?? fetchHere);
  const source = await loadProvider({ ...options, settings, package: packageName, fetch }, options.importPackage);
  const traits = { ...traitsOf(packageName, options.baseUrl), ...configuredTraits, ...options.traits };
  const isCompatible = packageName === compatiblePackage;
  const configured = headerList(Object.keys(options.headers ?? {}));
  const passed = headerList(options.forwardHeaders ?? []);
  const isAllowed = (header: string): boolean => passed(header) && !configured(header);
  const open = (call: UpstreamCall): Promise<OpenCall> => {
    const headers = {
      ...namedHeaders(call.clientHeaders, isAllowed),
      ...(isCompatible && options.apiKey === undefined ? bearerHeaders(call.credentials) : {}),
    };
    return openCall(call, { source, options, traits, headers, numbers }).catch((error: unknown) => {
      throw toUpstreamError(error);
    });
  };
  return {
    specificationVersion: "v1",
    name: options.name,
    dialect: traits.dialect,
    baseUrl: options.baseUrl,
    dropFields: options.dropFields,
    async doStream(call) {
      const { model, callOptions, context, watch, onSent } = await open(call);
      return guard(watch, async () => {
        const { stream } = await finished(() => model.doStream(callOptions), onSent);
        const parts = readParts(stream, watch, (warnings) => reportWarnings(warnings, options.name, call.onOmission));
        return startedStream(toAnswerEvents(parts, context), watch);
      });
    },
    async doGenerate(call) {
      const { model, callOptions, context, watch, onSent } = await open(call);
      try {
        return await guard(watch, async () => {
          const result = await finished(() => model.doGenerate(callOptions), onSent);
          const limit = createPartLimit(maxAnswerBytes);
          for (const part of result.content) limit(part);
          reportWarnings(result.warnings, options.name, call.onOmission);
          return toAnswerMessage(result, context);
        });
      } finally {
        watch.stop();
      }
    },
    ...(isCompatible && options.baseUrl !== undefined
      ? { doListModels: (credentials, signal) => listModels(options, bearerHeaders(credentials), signal) }
      : {}),
  };
}

interface OpenCall {
  readonly model: LanguageModelV4;
  readonly callOptions: LanguageModelV4CallOptions;
  readonly context: AnswerContext;
  readonly watch: Watch;
  /** To be called when the package has sent its request. */
  readonly onSent: () => void;
}

interface CallParts {
  readonly source: ModelSource;
  readonly options: AiSdkUpstreamOptions;
  readonly traits: ProviderTraits;
  readonly headers: Readonly<Record<string, string>>;
  readonly numbers: ExactNumbers;
}

async function openCall(
  { body, session, signal, onOmission }: UpstreamCall,
  { source, options, traits, headers, numbers }: CallParts,
): Promise<OpenCall> {
  const { name: upstreamName } = options;
  const given = source(body.model);
  const model = toCurrentModel(given);
  const names = createToolNames();
  const supportedUrls = await model.supportedUrls;
  const context: PromptContext = { upstreamName, names, traits, supportedUrls, calls: new Map() };
  const callOptions = toCallOptions(body, context, session);
  if (!traits.takesEffort && effortOf(body) !== undefined) {
    reportEffort(upstreamName, "its trait takesEffort is off", onOmission);
  } else if (given.specificationVersion !== "v4" && callOptions.reasoning !== undefined) {
    reportEffort(upstreamName, "its package is written for an earlier AI SDK", onOmission);
  }
  const generateId = options.generateId ?? (() => crypto.randomUUID().replaceAll("-", ""));
  const watch = watchCall(signal, upstreamName, {
    firstByteMilliseconds: (options.firstByteSeconds ?? 600) * 1_000,
    idleMilliseconds: (options.idleSeconds ?? 300) * 1_000,
    startTimer: options.startTimer ?? startBackgroundTimer,
  });
  const { replaced, end } = numbers.begin();
  return {
    model,
    callOptions: { ...replaced(callOptions), abortSignal: watch.signal, headers },
    context: { upstreamName, model: body.model, names, callIds: new UniqueCallIds(context.calls.keys()), generateId },
    watch,
    onSent: end,
  };
}

async function finished<Value>(start: () => PromiseLike<Value>, onEnd: () => void): Promise<Value> {
  try {
    return await start();
  } finally {
    onEnd();
  }
}

/** Waits for the first event, so that a failure before it can be retried. */
async function startedStream(events: AsyncGenerator<AnswerEvent>, watch: Watch): Promise<AsyncIterable<AnswerEvent>> {
  const first = await events.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* events;
    } catch (error) {
      throw failureOf(error, watch);
    } finally {
      await events.return(undefined);
    }
  })();
}

async function* readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  watch: Watch,
  onStart: (warnings: readonly SharedV4Warning[]) => void,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  const limit = createPartLimit(maxStreamBytes, maxEventLength);
  try {
    for (let step = await reader.read(); step.done !== true; step = await reader.read()) {
      watch.signal.throwIfAborted();
      // The package emits this itself, before the upstream has sent anything.
      if (step.value.type === "stream-start") onStart(step.value.warnings);
      else watch.alive();
      if (step.value.type !== "error") limit(step.value);
      yield step.value;
    }
  } finally {
    watch.stop();
    // Stop the upstream when the client disconnects.
    await reader.cancel().catch(() => undefined);
  }
}

async function guard<Value>(watch: Watch, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    watch.stop();
    throw failureOf(error, watch);
  }
}

function failureOf(error: unknown, { signal }: Watch): unknown {
  return signal.aborted ? signal.reason : toUpstreamError(error);
}
