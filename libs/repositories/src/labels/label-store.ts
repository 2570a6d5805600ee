import { createHash } from 'node:crypto';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { defined, Fault, repositoryOwner, viewIdOf, type SnapshotRef } from '@quarry/turn';
import { snapshotRecordId } from '../records';
import { viewFor } from './audience';
import { SENSITIVITIES, type Audience } from './label';
import {
  LABEL_VIEWS,
  LABELS,
  MOST_STATED,
  MOST_VIEWS,
  STATED_GROUPS,
  WANTED,
  type LabelView,
  type SnapshotLabels,
  type StatedRecord,
  type ViewCounts,
} from './records';
import { groupsIn, PathLabels, type LabelRules, type StatedGroups } from './rules';

/** Changes if the same labels come to mean something else. */
const FORMAT = 1;
const PAGE = 1_000;
const MOST_TRIES = 20;

/** The labels of snapshots and the views of them, in the record store. */
export class LabelStore {
  constructor(private readonly records: RecordStore) {}

  /** Null if the snapshot has no labels: it was never indexed with any, and no refresh has put any in force. */
  async labels(ref: SnapshotRef): Promise<SnapshotLabels | null> {
    return (await this.records.get<SnapshotLabels>(LABELS, ...placeOf(ref)))?.value ?? null;
  }

  /** What decides each path; null if the labels are missing or cannot be applied. */
  async pathLabels(
    ref: SnapshotRef,
  ): Promise<{ readonly labels: SnapshotLabels; readonly of: PathLabels } | null> {
    const labels = await this.labels(ref);
    if (!labels || labels.problem !== null) return null;
    const { stated } = await this.statement(ref);
    // A labels file or an import was recorded in between: the version does not describe what is decided here.
    if (versionOf(labels.rules, stated, null) !== labels.version) return null;
    return { labels, of: new PathLabels(labels.rules, stated) };
  }

  private async statement(ref: SnapshotRef): Promise<StatedRecord> {
    const found = await this.records.get<StatedRecord>(STATED_GROUPS, ...placeOf(ref));
    return found?.value ?? { stated: {}, problem: null };
  }

  /**
   * Puts labels in force. Absent parts stay as they are.
   * @param change.rules null: there is no labels file · a text: why it cannot be read
   * @param change.source `request`: an index run does not replace the rules; by default they are those of a file
   */
  async put(
    ref: SnapshotRef,
    change: {
      readonly rules?: LabelRules | string | null;
      readonly source?: 'request';
      readonly stated?: StatedGroups;
    },
  ): Promise<SnapshotLabels> {
    const before = await this.labels(ref);
    const source = change.rules === undefined ? before?.source : change.source;
    const rulesProblem =
      change.rules === undefined
        ? (before?.rulesProblem ?? null)
        : typeof change.rules === 'string'
          ? change.rules
          : null;
    const rules = typeof change.rules === 'object' ? change.rules : (before?.rules ?? null);
    const statement = change.stated ? bounded(change.stated) : await this.statement(ref);
    const { stated } = statement;
    const problem = rulesProblem ?? statement.problem;
    const version = versionOf(rules, stated, problem);
    const [ladder, groups] = [rules?.ladder ?? SENSITIVITIES, groupsIn(rules, stated)];
    // The stated groups first: labels of another version than the groups are not applied.
    await this.save<StatedRecord>(STATED_GROUPS, placeOf(ref), null, () => statement);
    return this.save<SnapshotLabels>(LABELS, placeOf(ref), null, () => ({
      ...{ version, rules, rulesProblem, problem },
      ...{ ladder, groups },
      ...defined({ source }),
    }));
  }

  async view(repository: string, id: string): Promise<LabelView | null> {
    const { tenant } = repositoryOwner(repository);
    const found = (await this.records.get<LabelView>(LABEL_VIEWS, tenant, id))?.value;
    return found?.repository === repository ? found : null;
  }

  /**
   * The view for an audience; an indexer builds it if it is new.
   * @throws Fault `bad_request` if the snapshot has too many
   */
  async want(ref: SnapshotRef, audience: Audience, { version }: SnapshotLabels): Promise<LabelView> {
    const { repository, snapshot } = ref;
    const id = viewIdOf(viewFor(ref, audience, version).snapshot) ?? '';
    const { tenant } = repositoryOwner(repository);
    const known = await this.records.get<LabelView>(LABEL_VIEWS, tenant, id);
    if (known) {
      // Deleted under other labels, and wanted again. A save that comes too late changes nothing that is newer.
      if (!known.value.counts && known.tag !== WANTED)
        await this.records.save({ ...known, revision: known.revision + 1, tag: WANTED });
      return known.value;
    }
    const current = (await this.views(ref)).filter((view) => view.version === version);
    if (current.length >= MOST_VIEWS)
      throw new Fault(
        'bad_request',
        `The labels of this repository divide its readers into more than ${MOST_VIEWS} audiences. Use fewer groups.`,
      );
    return this.save<LabelView>(
      LABEL_VIEWS,
      [tenant, id],
      WANTED,
      (before) => before ?? { repository, snapshot, id, audience, version, counts: null },
    );
  }

  /** Records what a view contains; null: it is not whole, and an indexer must build it. */
  async filled(view: LabelView, counts: ViewCounts | null): Promise<void> {
    const { tenant } = repositoryOwner(view.repository);
    await this.save<LabelView>(LABEL_VIEWS, [tenant, view.id], counts ? null : WANTED, () => ({
      ...view,
      counts,
    }));
  }

  /** Records that a view under former labels is deleted. Its turns still need to know whom it was for. */
  async retired(view: LabelView): Promise<void> {
    const { tenant } = repositoryOwner(view.repository);
    await this.save<LabelView>(LABEL_VIEWS, [tenant, view.id], null, () => ({ ...view, counts: null }));
  }

  /** Views of a snapshot, also those under former labels. */
  async views({ repository, snapshot }: SnapshotRef): Promise<readonly LabelView[]> {
    const { tenant } = repositoryOwner(repository);
    const found: LabelView[] = [];
    let page: readonly StoredRecord<LabelView>[] = [];
    do {
      const after = page.at(-1);
      page = await this.records.list(LABEL_VIEWS, tenant, { limit: PAGE, ...(after ? { after } : {}) });
      found.push(...page.map(({ value }) => value));
    } while (page.length === PAGE);
    return found.filter((view) => view.repository === repository && view.snapshot === snapshot);
  }

  /**
   * Asks for the views that the labels in force need: for each audience that has had one. An indexer
   * builds them, and deletes those under former labels.
   */
  async revise(ref: SnapshotRef): Promise<void> {
    const labels = await this.labels(ref);
    const known = await this.views(ref);
    if (labels && labels.problem === null)
      for (const { audience } of known) {
        const groups = audience.groups.filter((group) => labels.groups.includes(group));
        const sensitivity = labels.ladder.includes(audience.sensitivity)
          ? audience.sensitivity
          : labels.ladder[0];
        await this.want(ref, { groups, sensitivity: sensitivity ?? '' }, labels);
      }
    for (const view of known)
      if (view.counts && view.version !== labels?.version) await this.filled(view, null);
  }

  /** Views of all tenants that an indexer must build, oldest first. */
  async wanted(): Promise<readonly LabelView[]> {
    return (await this.records.tagged<LabelView>(LABEL_VIEWS, WANTED, PAGE)).map(({ value }) => value);
  }

  /** Removes the labels of a deleted snapshot. Its views stay known for the turns that they answered. */
  async forget(ref: SnapshotRef): Promise<void> {
    await this.records.delete(LABELS, ...placeOf(ref));
    await this.records.delete(STATED_GROUPS, ...placeOf(ref));
  }

  private async save<T>(
    collection: string,
    [tenant, id]: readonly [tenant: string, id: string],
    tag: string | null,
    next: (before: T | null) => T,
  ): Promise<T> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = await this.records.get<T>(collection, tenant, id);
      const value = next(before?.value ?? null);
      const [revision, createdAt] = [(before?.revision ?? 0) + 1, before?.createdAt ?? Date.now()];
      if (await this.records.save({ collection, tenant, id, revision, createdAt, tag, value })) return value;
    }
    throw new Fault('store_unavailable', `The record '${id}' changes too often to be saved. Try again.`, {
      retryable: true,
    });
  }
}

/** The groups that a record can hold; otherwise none, with the reason, so that the labels are not applied. */
function bounded(stated: StatedGroups): StatedRecord {
  if (JSON.stringify(stated).length <= MOST_STATED) return { stated, problem: null };
  const files = Object.keys(stated).length;
  return {
    stated: {},
    problem: `The import states groups for ${files} files, which is too much for a record. Import fewer files at once.`,
  };
}

function placeOf({ repository, snapshot }: SnapshotRef): readonly [tenant: string, id: string] {
  const { tenant, name } = repositoryOwner(repository);
  return [tenant, snapshotRecordId(name, snapshot)];
}

function versionOf(rules: LabelRules | null, stated: StatedGroups, problem: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, rules, stated, problem]))
    .digest('hex')
    .slice(0, 32);
}
