import type { Feature } from '../feature';
import { ChatController } from './chat.controller';
import { ModelsController } from './models.controller';

/** What clients of OpenAI's API speak. */
export const openaiFeature: Feature = { controllers: [ModelsController, ChatController] };
