/** A value as JSON holds it: without what only OpenAI's own APIs are told under a symbol. */
export function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
