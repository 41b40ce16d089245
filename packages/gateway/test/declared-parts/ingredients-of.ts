import { chatIngredients } from "./chat-ingredients.ts";
import { messagesIngredients } from "./messages-ingredients.ts";
import { responsesIngredients } from "./responses-ingredients.ts";

export const ingredients = {
  messages: messagesIngredients,
  responses: responsesIngredients,
  chat: chatIngredients,
} as const;
