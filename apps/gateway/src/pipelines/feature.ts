import type { Feature } from '../feature';
import { PipelinesController } from './pipelines.controller';

/** Pipelines that can be asked, and the check of others. */
export const pipelinesFeature: Feature = { controllers: [PipelinesController] };
