import type { Feature } from '../feature';
import { GoldenQuestionsController } from './golden-questions.controller';
import { GoldenRunsController } from './golden-runs.controller';
import { GoldenSetsController } from './golden-sets.controller';

/** Golden sets, their questions and runs. */
export const goldenSetsFeature: Feature = {
  controllers: [GoldenSetsController, GoldenQuestionsController, GoldenRunsController],
};
