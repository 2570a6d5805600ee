import type { Feature } from '../feature';
import { FeedbackController } from './feedback.controller';
import { ReplayController } from './replay.controller';
import { RerunController } from './rerun.controller';
import { SessionsController } from './sessions.controller';
import { TraceController } from './trace.controller';
import { TurnListController } from './turn-list.controller';
import { TurnsController } from './turns.controller';

/** Questions; lists, traces, replays and feedback of turns; sessions. */
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
