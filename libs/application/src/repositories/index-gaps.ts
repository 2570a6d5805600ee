import type { IndexRun } from '@quarry/repositories';
import {
  Fault,
  noticeSentence,
  scopedRepository,
  SHARED_TENANT,
  toFault,
  type IndexNotice,
  type SnapshotRef,
} from '@quarry/turn';
import type { Caller } from '../access/caller';
import type { LabelRights } from '../labels/label-rights';
import { begunNotice, indexNotices, type IndexStates } from './index-notices';
import { mayReadRepository } from './may-read';
import { unlessAway } from './unless-away';

/** What the indexes lack while they are being written, as far as a caller may know it. */
export class IndexGaps {
  constructor(
    private readonly states: IndexStates,
    private readonly labels: LabelRights,
  ) {}

  /**
   * What the indexes of a question lack; nothing if that cannot be read now, which is no reason to refuse it.
   *
   * @param ref null if nothing is indexed
   */
  async of(caller: Caller, ref: SnapshotRef | null): Promise<readonly IndexNotice[]> {
    const found = ref
      ? unlessAway(indexNotices(this.states, ref))
      : unlessAway(this.begun(caller).then((runs) => runs.map(begunNotice)));
    return (await found) ?? [];
  }

  /** The fault for an unknown name; it says so if the repository of that name is being indexed for the first time. */
  async whileBegun(caller: Caller, names: readonly string[], error: unknown): Promise<unknown> {
    const begun = (await unlessAway(this.begun(caller)))?.find((run) => names.includes(run.repository));
    if (!begun) return error;
    const sentence = noticeSentence(begunNotice(begun));
    return new Fault('repository_unknown', `${toFault(error).message} ${sentence}`);
  }

  /** The repositories that the caller may read and that are being indexed now. */
  private async begun(caller: Caller): Promise<readonly IndexRun[]> {
    const tenants = new Set([caller.tenant, SHARED_TENANT]);
    if (this.labels.isLimited(caller)) return [];
    const runs = await Promise.all(
      [...tenants].map(async (tenant) =>
        (await this.states.runs.alive(tenant)).filter(({ repository }) =>
          mayReadRepository(caller, scopedRepository(tenant, repository)),
        ),
      ),
    );
    return runs.flat();
  }
}
