/**
 * Sentences that tell a model or a ranker to prefer the tool, or praise it, instead of what the tool does. Each word is
 * needed: honest descriptions say `always call get_id first`, and `only use this to …`.
 */
const orders = [
  /\b(?:always|only|must|should)\b.{0,20}\b(?:use|call|choose|pick|select|prefer|invoke|run)\b.{0,20}\b(?:this|it)\b.{0,30}\b(?:any (?:other|request|query|task|question)|every|all|everything|anything|instead)\b/i,
  /\b(?:always|must)\b.{0,20}\b(?:use|call|choose|pick|select|prefer|invoke|run)\b.{0,20}\b(?:this|it)\b.{0,10}\bfirst\b.{0,20}\b(?:for|before)\b.{0,10}\b(?:any|all|every|other)\b/i,
  /\b(?:ignore|disregard|forget|avoid|bypass)\b.{0,20}\b(?:other|all|any|every|previous|prior|earlier)\b.{0,12}\b(?:tools?|functions?|instructions?|rules)\b/i,
  /\b(?:never|do not|don't)\b.{0,20}\b(?:use|call|choose|pick|select|invoke)\b.{0,12}\b(?:other|another|any)\b.{0,6}\btools?\b/i,
  /\b(?:instead of|rather than)\b.{0,60}\b(?:deprecated|obsolete|broken|unsafe)\b/i,
  /\brank\b.{0,20}\b(?:this|first|highest|top)\b|\b(?:relevance|priority|score)\s*[:=]\s*\d/i,
  /\bmatch(?:es)?\b.{0,10}\b(?:every|any|all)\b.{0,10}\b(?:query|queries|requests?|search(?:es)?)\b/i,
  /\bonly tool (?:that )?you\b|\banything else\b/i,
  /\[(?:system|inst|admin|important)\]|<\|?(?:system|im_start|inst)/i,
  /^\W*(?:official(?:ly)?|recommended|preferred|verified|trusted|certified)(?:\W+\w+){0,2}\W*$/i,
] as const;
/** Without one of these words, which few descriptions have, no sentence is an order. */
const mayBeOrder =
  /\b(?:always|must|should|only|ignore|disregard|forget|avoid|bypass|never|don't|do not|instead of|rather than|than|official(?:ly)?|recommended|preferred|verified|trusted|certified|rank|relevance|priority|score|match(?:es)?|anything)\b|\[|<\|/i;
/** Praise may follow what a tool does without a full stop between them. */
const comparison = /\b(?:faster|better|safer|cheaper)\b[^.!?;]{0,25}\bthan\b[^.!?;]{0,80}[.!]?/gi;
const sentenceEnd = /(?<=[.!?;:])\s+/;

/** A description without orders to a model or a ranker, and without praise. */
export function withoutOrders(description: string): string {
  if (!mayBeOrder.test(description)) {
    return description;
  }
  const sentences = description.replace(comparison, "").split(sentenceEnd);
  const said = sentences.filter((sentence) => !orders.some((order) => order.test(sentence)));
  return said.join(" ").trim();
}
