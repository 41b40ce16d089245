/**
 * The name under which events and answers carry what only the dialect that client and upstream share can express. It is absent if they
 * speak different dialects, and only that dialect reads it.
 */
export const ownField = "openai_chat";
