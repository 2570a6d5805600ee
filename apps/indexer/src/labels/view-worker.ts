import { Logger } from '@nestjs/common';
import { openStores, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { LabelStore, type LabelView } from '@quarry/repositories';
import { toFault } from '@quarry/turn';
import { buildView } from './build-views';

/** Builds the views that callers wait for. */
export class ViewWorker {
  private readonly logger = new Logger('indexer');
  private readonly store: LabelStore;
  /** Why a view could not be built last, by its id: logged once, and again when it changes. */
  private readonly problems = new Map<string, string>();

  constructor(
    private readonly config: QuarryConfig,
    records: RecordStore,
  ) {
    this.store = new LabelStore(records);
  }

  /** Does nothing unless labels are enforced. @throws Fault `store_unavailable` if the records cannot be read */
  async work(signal: AbortSignal): Promise<void> {
    if (this.config.labels !== 'enforce') return;
    const wanted = await this.store.wanted();
    if (wanted.length === 0) return;
    const stores = await openStores({ ...this.config, embedderUrl: 'none' });
    try {
      for (const view of wanted) {
        if (signal.aborted) return;
        await buildView(this.config, stores, view, signal).then(
          () => this.problems.delete(view.id),
          (error: unknown) => {
            this.report(view, toFault(error).message);
          },
        );
      }
    } finally {
      await stores.close();
    }
  }

  private report({ id, repository }: LabelView, problem: string): void {
    if (this.problems.get(id) === problem) return;
    this.problems.set(id, problem);
    this.logger.warn(`a view of '${repository}' for some of its readers is not built: ${problem}`);
  }
}
