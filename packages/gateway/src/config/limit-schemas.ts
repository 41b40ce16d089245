import { z } from "zod";
import type { LimitsConfig, RetriesConfig } from "./gateway-config.ts";

const seconds = z.number().positive();
const count = z.int().min(0);

/** `limits` in a config. */
export const limitsSchema: z.ZodType<LimitsConfig> = z.strictObject({
  bodyBytes: count.optional().describe("Bytes of one body, also when it is unpacked."),
  bodyBytesInFlight: count
    .optional()
    .describe("Bytes of the bodies of all requests that run, with 64 for each JSON value in them."),
  tools: count.optional().describe("Tools of one request. Default: 20000."),
  deferredTools: count.optional().describe("Deferred tools of one request. Default: 10000."),
  requestSeconds: seconds.optional().describe("How long a request may take. Default: 1800."),
  concurrentRequests: count.optional().describe("Requests running at the same time."),
  concurrentRequestsPerKey: count.optional().describe("Requests with one key running at the same time."),
  requestsPerConnection: z.int().min(1).optional().describe("Requests of one connection running at the same time."),
  connections: z.int().min(1).optional().describe("Open connections; idle ones are closed first."),
  memoryBytes: count.optional().describe("Memory in use above which only one request at a time is taken in."),
  headerSeconds: seconds.optional().describe("How long the headers of a request may take."),
  bodyIdleSeconds: seconds.optional().describe("How long a body may pause while it is sent."),
  bodySeconds: seconds.optional().describe("How long a body may take."),
  pingSeconds: seconds.optional().describe("The interval of pings on a silent stream. Default: 15."),
});

/** `retries` in a config. */
export const retriesSchema: z.ZodType<RetriesConfig> = z.strictObject({
  attempts: count.optional().describe("Retries after the first try. Default: 2."),
  firstDelaySeconds: z.number().min(0).optional().describe("The wait before the first retry. Default: 0.5."),
  maxDelaySeconds: z.number().min(0).optional().describe("The longest wait between retries. Default: 8."),
  maxRetryAfterSeconds: z
    .number()
    .min(0)
    .optional()
    .describe("A longer retry-after is left to the client. Default: 60."),
});
