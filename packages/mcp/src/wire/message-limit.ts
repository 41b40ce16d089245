/** The size limit of one message on every transport: a list of 10,000 tools with 1,600 bytes each. */
export const maxMessageBytes: number = 16 * 1024 * 1024;

/** The size limit of all messages that arrive at the same time over one HTTP connection to a server. */
export const maxArrivingBytes: number = 2 * maxMessageBytes;

/** The limit of messages in the answer to one request. Most of them are notifications, which take more time than their bytes suggest. */
export const maxAnswerMessages = 5_000;

/** The limit of messages in a JSON-RPC batch; they are all handled at once. */
export const maxBatchMessages = 100;

/** How many messages are handled before timers and other connections get their turn. */
export const messagesPerTurn = 100;

/** Never sent, and outside of the range that the protocol reserves: the error was created locally. */
export const messageTooLargeCode = -31_001;
