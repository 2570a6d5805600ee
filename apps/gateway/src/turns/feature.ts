import type { Feature } from '../feature';
import { FeedbackController } from './feedback.controller';
import { ReplayController } from './replay.controller';
import { RerunController } from './rerun.controller';
import { SessionsController } from './sessions.controller';
import { TraceController } from './trace.controller';
import { TurnListController } from './turn-list.controller';
import { TurnsController } from './turns.controller';

/** Asking; turns that run and have ended: lists, search, traces, feedback, asking again; sessions. */
export const turnsFeature: Feature = {
  controllers: [
    TurnsController,
    SessionsController,
    TurnListController,
    TraceController,
    ReplayController,
    RerunController,
    FeedbackController,
  ],
};
