import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE, SEARCH_INDEX } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { LabelStore, readLabelRules, type LabelRules, type SnapshotLabels } from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import { Fault, toFault, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import type { ReadableRepository } from './repository.service';
import { repositoryUnknown } from './repository-unknown';
import { checkMayChange } from './shared-repository';
import { SnapshotService } from './snapshot.service';

/** The labels of one snapshot, with what they cover. */
export interface LabelledSnapshot {
  readonly snapshot: string;
  /** Null: it has none, so only callers who read everything may read it. */
  readonly labels: SnapshotLabels | null;
  readonly files: number;
  /** Files without a label. */
  readonly unlabelled: number;
}

/** Shows and changes who may read the files of a repository. */
@Injectable()
export class LabelService {
  private readonly store: LabelStore;

  constructor(
    @Inject(SnapshotService) private readonly snapshots: SnapshotService,
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
  ) {
    this.store = new LabelStore(records);
  }

  /** @throws Fault `repository_unknown` */
  async of(caller: Caller, name: string): Promise<readonly LabelledSnapshot[]> {
    const repository = await this.snapshots.repository(caller, name);
    return Promise.all(refsOf(repository).map((ref) => this.labelled(ref)));
  }

  /**
   * Puts labels in force, for one or all snapshots of a repository. Nothing is read or indexed again. From the next
   * request on, no caller reads under the former labels; an indexer builds what each audience reads.
   * @param only the snapshot; all snapshots if absent
   * @param rules as a labels file has them
   * @throws Fault `repository_unknown`; `bad_request` that names each error of the rules; `forbidden` for a shared
   * repository
   */
  async put(
    caller: Caller,
    { name, only, rules: written }: { readonly name: string; readonly only?: string; readonly rules: object },
  ): Promise<readonly LabelledSnapshot[]> {
    const repository = await this.snapshots.repository(caller, name);
    const refs = refsOf(repository).filter(({ snapshot }) => only === undefined || snapshot === only);
    if (refs.length === 0) throw repositoryUnknown(name, only);
    checkMayChange(caller, repository, 'label it');
    const rules = rulesOf(written);
    for (const ref of refs) {
      await this.store.put(ref, { rules, source: 'request' });
      await this.store.revise(ref);
    }
    return Promise.all(refs.map((ref) => this.labelled(ref)));
  }

  private async labelled(ref: SnapshotRef): Promise<LabelledSnapshot> {
    const labels = await this.store.labels(ref);
    const rights = await this.store.pathLabels(ref);
    const paths = [...(await this.index.manifest(ref)).keys()];
    const unlabelled = paths.filter((path) => (rights?.of.of(path) ?? null) === null).length;
    return { snapshot: ref.snapshot, labels, files: paths.length, unlabelled };
  }
}

function refsOf({ stored, snapshots }: ReadableRepository): readonly SnapshotRef[] {
  return snapshots.map(({ snapshot }) => ({ repository: stored, snapshot }));
}

/** @throws Fault `bad_request`; places in a text that the caller has not written are left out */
function rulesOf(written: object): LabelRules {
  try {
    // JSON is YAML.
    return readLabelRules(JSON.stringify(written));
  } catch (cause) {
    const { message } = toFault(cause);
    throw new Fault('bad_request', message.replaceAll(/^quarry-labels\.yaml:\d+:\d+: /gm, ''), { cause });
  }
}
