/** Clients compact a conversation when they see this API message, so a full context uses it here too. */
export function promptTooLong(message: string): string | undefined {
  if (!/context[_ ](length|window|size)|maximum context|too many tokens|prompt is too long/i.test(message))
    return undefined;
  if (/prompt is too long/i.test(message)) return message;
  const numbers = [...message.matchAll(/\d[\d,]{2,}/g)].map(([digits]) => Number(digits.replaceAll(",", "")));
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length < 2 || min === max
    ? `prompt is too long: ${message}`
    : `prompt is too long: ${max} tokens > ${min} maximum`;
}
