import type { Feature } from '../feature';
import { SourceController } from './source.controller';

/** The lines and the original file of a piece of evidence. */
export const sourcesFeature: Feature = { controllers: [SourceController] };
