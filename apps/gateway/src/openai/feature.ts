import type { Feature } from '../feature';
import { ChatController } from './chat.controller';
import { ModelsController } from './models.controller';
import { OpenAiTurns } from './openai-turns';
import { ResponsesController } from './responses.controller';

/** The protocol of OpenAI's clients. */
export const openaiFeature: Feature = {
  providers: [OpenAiTurns],
  controllers: [ModelsController, ChatController, ResponsesController],
};
