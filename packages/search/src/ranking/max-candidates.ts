/** The maximum number of candidates in an answer. */
export const maxCandidates = 8;
