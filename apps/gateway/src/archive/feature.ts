import type { Feature } from '../feature';
import { ArchiveHandler } from './archive-handler';
import { ArchivePruner } from './archive-pruner';
import { FeedbackController } from './feedback.controller';
import { FeedbackDesk } from './feedback-desk';
import { TurnFinder } from './find-turn';
import { ForgetDesk } from './forget-desk';
import { RerunController } from './rerun.controller';
import { RerunDesk } from './rerun-desk';
import { TraceController } from './trace.controller';
import { TraceDesk } from './trace-desk';
import { TurnList } from './turn-list';
import { TurnListController } from './turn-list.controller';

/** Finished turns with their logs: lists, search, traces, feedback, asking again. */
export const archiveFeature: Feature = {
  providers: [
    TurnFinder,
    TurnList,
    TraceDesk,
    RerunDesk,
    ForgetDesk,
    FeedbackDesk,
    ArchiveHandler,
    ArchivePruner,
  ],
  controllers: [TurnListController, TraceController, RerunController, FeedbackController],
};
