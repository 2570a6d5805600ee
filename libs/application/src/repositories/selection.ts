import { Fault, shownRepository, snapshotSet, type SnapshotRef } from '@quarry/turn';

/** Repositories that one question or search can be about. */
export const MOST_REPOSITORIES = 500;

/** Names shown where a message lists some. */
const SHOWN = 3;

/**
 * The snapshots that selectors have chosen, one of each repository. A repository that is named keeps the snapshot that
 * it is named with, whatever patterns match it as well.
 */
export class Selection {
  /** By the name without the tenant: paths of a tenant's own repository and of a shared one with that name are equal. */
  private readonly named = new Map<string, SnapshotRef>();
  private readonly matched = new Map<string, SnapshotRef>();

  /** @throws Fault `bad_request` if the repository is named with another snapshot already */
  name(ref: SnapshotRef): void {
    const name = shownRepository(ref.repository);
    const other = this.named.get(name);
    if (other && (other.snapshot !== ref.snapshot || other.repository !== ref.repository))
      throw new Fault(
        'bad_request',
        `Repository '${name}' is named with two snapshots (${other.snapshot}, ${ref.snapshot}). ` +
          'A question is about one snapshot of each repository: ask twice.',
      );
    this.named.set(name, ref);
  }

  match(refs: readonly SnapshotRef[]): void {
    for (const ref of refs) this.matched.set(shownRepository(ref.repository), ref);
  }

  /** One snapshot, or the set; null if nothing was chosen. @throws Fault `bad_request` for more than 500 */
  get ref(): SnapshotRef | null {
    const all = [...new Map([...this.matched, ...this.named]).values()];
    if (all.length > MOST_REPOSITORIES) {
      const some = all.slice(0, SHOWN).map(({ repository }) => shownRepository(repository));
      throw new Fault(
        'bad_request',
        `These are ${all.length} repositories (${some.join(', ')}, …); a question can be about ${MOST_REPOSITORIES}. ` +
          'Name fewer, or use a narrower pattern.',
      );
    }
    const [first, ...others] = all;
    return first ? snapshotSet([first, ...others]) : null;
  }
}
