/** Loaders, each with whether the client streams: the combinations in which the loop works differently. */
export const loadersAndStreaming = [
  ["bridge", true],
  ["bridge", false],
  ["native", true],
  ["native", false],
  ["append", true],
] as const;
