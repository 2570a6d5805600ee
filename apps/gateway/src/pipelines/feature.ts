import type { Feature } from '../feature';
import { PipelinesController } from './pipelines.controller';

/** Lists pipelines and validates new ones. */
export const pipelinesFeature: Feature = { controllers: [PipelinesController] };
