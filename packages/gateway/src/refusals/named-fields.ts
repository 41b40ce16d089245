/** Longer messages are truncated. */
const maxLength = 8_192;
const maxNames = 32;

/**
 * How servers report an unknown field: the Messages API itself, FastAPI, Bedrock, OpenAI, Google, serde, Go and zod.
 */
const wordings: readonly RegExp[] = [
  /([A-Za-z_#][\w.[\]/-]{0,199}): (?:Extra inputs are|extra fields) not permitted/gi,
  /Extra inputs are not permitted, field: '([^']{1,200})'/gi,
  /(#[\w/]{0,199}: extraneous key \[[\w.-]{1,100})\] is not permitted/gi,
  /(?:Unknown|Unsupported) parameter: '([^']{1,200})'/gi,
  /Unsupported value: '([^']{1,200})' does not support/gi,
  /Unrecognized request arguments? supplied: ((?:[\w.[\]-]{1,100}(?:, )?){1,16})/gi,
  /property '([\w.[\]-]{1,200})' is unsupported/gi,
  /[`'"]?(reasoning_effort|parallel_tool_calls|stream_options)[`'"]? (?:must be one of|is not supported|is not enabled|cannot be used)/gi,
  /Unknown name "([\w.[\]-]{1,200})"/gi,
  /unknown field [`"']([\w.[\]-]{1,200})[`"']/gi,
  /Unrecognized keys?(?:\(s\))?(?: in object)?: ((?:['"][\w.-]{1,100}['"](?:, )?){1,16})/gi,
];

/** The unknown fields that an upstream's error names, as written: a path such as `tools.0.custom.strict`, or a name. */
export function namedFields(message: string): readonly string[] {
  // Proxies embed the error of the server behind them, as JSON within JSON.
  const text = message.slice(0, maxLength).replaceAll("\\", "");
  const names = wordings.flatMap((wording) =>
    [...text.matchAll(wording)].flatMap(([, named = ""]) => splitNames(named)),
  );
  return [...new Set(names)].slice(0, maxNames);
}

function splitNames(named: string): readonly string[] {
  const [place, key] = named.split(": extraneous key [");
  if (key !== undefined) return [`${place}/${key}`];
  return /^['"]|, /.test(named) ? [...named.matchAll(/[\w.[\]-]+/g)].map(([name]) => name) : [named];
}
