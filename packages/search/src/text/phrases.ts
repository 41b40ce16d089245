const determiners = "a an the my your our his her their this that these those".split(" ");
const prepositions = "to of in on at for from with into under about by over as".split(" ");
/** Small English words that lead others, as in `the deadline` and `to friday`. */
const leading: ReadonlySet<string> = new Set([...determiners, ...prepositions]);
const isDeterminer: ReadonlySet<string> = new Set(determiners);
/** Words thrown together are often numbers. */
const numbers: ReadonlySet<string> = new Set(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred".split(
    " ",
  ),
);

const words = /[a-z']+/g;
const otherLetter = /[^\P{L}A-Za-z]/u;
/** What a text with letters that English does not have counts: its phrases are not known. */
const phrasesOfOtherLanguages = 2;

/**
 * How many phrases a text has: a small word that leads a word (`the deadline`), or one that leads the next (`of the`).
 * Sentences have them; words thrown together have few, because their small words stand anywhere.
 */
export function countPhrases(text: string): number {
  const found = text.toLowerCase().match(words) ?? [];
  let phrases = otherLetter.test(text) ? phrasesOfOtherLanguages : 0;
  for (let place = 1; place < found.length; place++) {
    const [word, next] = [found[place - 1] as string, found[place] as string];
    if (leading.has(word)) {
      const leadsWord = !leading.has(next) && !numbers.has(next);
      const leadsPhrase = !isDeterminer.has(word) && isDeterminer.has(next);
      phrases += leadsWord || leadsPhrase ? 1 : 0;
    }
  }
  return phrases;
}
