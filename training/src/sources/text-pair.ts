/** Two texts that say the same thing in different words: a short one, and the one it should find. */
export interface TextPair {
  short: string;
  long: string;
}
