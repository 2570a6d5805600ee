import { membersOf } from '@quarry/turn';
import { MOST_REPOSITORIES, Selection } from './selection';

const ref = (repository: string, snapshot = 'current') => ({ repository, snapshot });

describe('a selection of repositories', () => {
  it('of nothing is nothing, of one this one', () => {
    const selection = new Selection();
    expect(selection.ref).toBeNull();
    selection.name(ref('alpha'));
    selection.name(ref('alpha'));
    expect(selection.ref).toEqual(ref('alpha'));
  });

  it('keeps the snapshot that a repository is named with, whatever patterns match it', () => {
    const selection = new Selection();
    selection.match([ref('alpha'), ref('beta')]);
    selection.name(ref('alpha', 'v1'));
    selection.match([ref('alpha', 'v2')]);
    expect(membersOf(selection.ref!)).toEqual([ref('alpha', 'v1'), ref('beta')]);
  });

  it('refuses one repository with two snapshots', () => {
    const selection = new Selection();
    selection.name(ref('@acme/alpha', 'v1'));
    expect(() => {
      selection.name(ref('@acme/alpha', 'v2'));
    }).toThrow("Repository 'alpha' is named with two snapshots (v1, v2).");
  });

  it("holds a tenant's own repository or a shared one of that name, never both", () => {
    const selection = new Selection();
    selection.name(ref('alpha', 'v1'));
    selection.match([ref('@acme/alpha', 'v1')]);
    expect(selection.ref).toEqual(ref('alpha', 'v1'));
    expect(() => {
      selection.name(ref('@acme/alpha', 'v1'));
    }).toThrow("Repository 'alpha' is named with two snapshots");
  });

  it('refuses more repositories than a question can be about, with their number', () => {
    const selection = new Selection();
    const many = Array.from({ length: 10_000 }, (_, at) => ref(`payments-${at}`));
    selection.match(many.slice(0, MOST_REPOSITORIES));
    expect(membersOf(selection.ref!)).toHaveLength(MOST_REPOSITORIES);
    selection.match(many);
    expect(() => selection.ref).toThrow(/10000 repositories \(payments-0, payments-1, payments-2, …\).*500/);
  });
});
