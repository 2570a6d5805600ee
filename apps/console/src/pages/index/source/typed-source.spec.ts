import { nameFor, NOTHING_TYPED, sourceOf, type TypedSource } from './typed-source';

const TYPED: TypedSource = {
  kind: 'path',
  path: ' /srv/sources/My shop/ ',
  git: { url: ' https://git.example.com/acme/till.git ', branch: '' },
};

describe('the typed source of a job', () => {
  it('is a folder or a branch, whichever is shown', () => {
    expect(sourceOf(TYPED)).toEqual({ path: '/srv/sources/My shop/' });
    const git = { ...TYPED, kind: 'git' } as const;
    expect(sourceOf(git)).toEqual({ kind: 'git', url: 'https://git.example.com/acme/till.git' });
    expect(sourceOf({ ...git, git: { ...git.git, branch: 'v2 ' } })).toMatchObject({ branch: 'v2' });
  });

  it('names its repository once something is typed', () => {
    expect(nameFor(NOTHING_TYPED)).toBe('');
    expect(nameFor(TYPED)).toBe('My-shop');
    expect(nameFor({ ...TYPED, kind: 'git' })).toBe('till');
    expect(nameFor({ ...NOTHING_TYPED, kind: 'git' })).toBe('');
  });
});
