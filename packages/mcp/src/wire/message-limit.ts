/** The size limit of one message on every transport: a list of 10,000 tools with 1,600 bytes each. */
export const maxMessageBytes: number = 16 * 1024 * 1024;

/** The size limit of all messages that arrive at the same time over one HTTP connection to a server. */
export const maxArrivingBytes: number = 2 * maxMessageBytes;

/** Never sent, and outside of the range that the protocol reserves: the error was created locally. */
export const messageTooLargeCode = -31_001;
