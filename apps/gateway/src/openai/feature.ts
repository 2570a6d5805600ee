import type { Feature } from '../feature';
import { ChatController } from './chat.controller';
import { ModelsController } from './models.controller';

/** The protocol of OpenAI's clients. */
export const openaiFeature: Feature = { controllers: [ModelsController, ChatController] };
