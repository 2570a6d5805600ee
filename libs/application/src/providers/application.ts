import type { Provider } from '@nestjs/common';
import { KeyService } from '../access/key.service';
import { KnownKeys } from '../access/known-keys';
import { DayBudgets } from '../access/limits/day-budgets';
import { PlacesHandler } from '../access/limits/places.handler';
import { TurnPlaces } from '../access/limits/turn-places';
import { UsageHandler } from '../access/limits/usage.handler';
import { UsageService } from '../access/limits/usage.service';
import { OwnerSessions } from '../access/owner-sessions';
import { ArchiveHandler } from '../archive/archive-handler';
import { ArchivePruner } from '../archive/archive-pruner';
import { EndWatcher } from '../ends/end-watcher';
import { GoldenRunService } from '../golden-sets/golden-run.service';
import { GoldenSetService } from '../golden-sets/golden-set.service';
import { RunSubjectService } from '../golden-sets/run-subject.service';
import { GoldenRunner } from '../golden-sets/runner';
import { GoldenScheduler } from '../golden-sets/scheduler';
import { LabelRights } from '../labels/label-rights';
import { DeadLetterService } from '../operations/dead-letter.service';
import { ModelSetupService } from '../operations/model-setup.service';
import { ReplayService } from '../replay/replay.service';
import { FolderService } from '../repositories/folder.service';
import { IndexJobService } from '../repositories/index-job.service';
import { LabelService } from '../repositories/label.service';
import { RefreshScheduler } from '../repositories/refresh/refresh-scheduler';
import { RefreshService } from '../repositories/refresh/refresh.service';
import { RepositoryService } from '../repositories/repository.service';
import { SampleQuestionService } from '../repositories/sample-questions.service';
import { SnapshotService } from '../repositories/snapshot.service';
import { UploadService } from '../repositories/upload.service';
import { RevisionComparisonService } from '../revisions/revision-comparison.service';
import { StaleNotifier } from '../revisions/stale-notifier';
import { StaleTurnList } from '../revisions/stale-turn-list';
import { StaleWorker } from '../revisions/stale-worker';
import { StalenessService } from '../revisions/staleness.service';
import { GraphQueryService } from '../search/graph-query.service';
import { LookupService } from '../search/lookup.service';
import { SearchService } from '../search/search.service';
import { SectionService } from '../search/section.service';
import { TableService } from '../search/table.service';
import { SnapshotFinder } from '../search/snapshot-finder';
import { SourceService } from '../sources/source.service';
import { AskService } from '../turns/ask.service';
import { FeedbackService } from '../turns/feedback.service';
import { TurnFinder } from '../turns/find-turn';
import { RerunService } from '../turns/rerun.service';
import { SessionNotes } from '../turns/session-notes';
import { SessionService } from '../turns/session.service';
import { TraceService } from '../turns/trace.service';
import { TurnDeletionService } from '../turns/turn-deletion.service';
import { TurnList } from '../turns/turn-list';
import { TurnRights } from '../turns/turn-rights';
import { TurnService } from '../turns/turn.service';
import { Deliverer } from '../webhooks/deliverer';
import { DeliveryQueue } from '../webhooks/delivery-queue';
import { WebhookWorker } from '../webhooks/webhook-worker';
import { WebhookHandler } from '../webhooks/webhook.handler';
import { WebhookService } from '../webhooks/webhook.service';
import { endHandlers } from './end-handlers';

/** The application services of the gateway, used by HTTP, MCP and the CLI. */
export const APPLICATION: readonly Provider[] = [
  ...[
    KeyService,
    KnownKeys,
    OwnerSessions,
    DayBudgets,
    TurnPlaces,
    UsageService,
    UsageHandler,
    PlacesHandler,
  ],
  ...[LabelRights, TurnRights],
  ...[TurnService, AskService, SessionNotes, SessionService, TurnFinder, TurnList, TraceService],
  ...[RerunService, ReplayService, TurnDeletionService, FeedbackService],
  ...[ArchiveHandler, ArchivePruner, endHandlers, EndWatcher],
  ...[GoldenSetService, GoldenRunService, RunSubjectService, GoldenRunner, GoldenScheduler],
  ...[
    RepositoryService,
    SnapshotService,
    LabelService,
    IndexJobService,
    FolderService,
    UploadService,
    RefreshService,
    RefreshScheduler,
    SampleQuestionService,
  ],
  ...[
    SnapshotFinder,
    SearchService,
    LookupService,
    GraphQueryService,
    SectionService,
    TableService,
    SourceService,
  ],
  ...[RevisionComparisonService, StalenessService, StaleTurnList, StaleNotifier, StaleWorker],
  ...[DeadLetterService, ModelSetupService],
  ...[WebhookService, DeliveryQueue, Deliverer, WebhookHandler, WebhookWorker],
];
