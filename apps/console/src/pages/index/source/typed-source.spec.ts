import { nameFor, NOTHING_TYPED, sourceOf, type TypedSource } from './typed-source';

const TYPED: TypedSource = {
  kind: 'path',
  path: ' /srv/sources/My shop/ ',
  git: { url: ' https://git.example.com/acme/till.git ', branch: '' },
  site: ' https://docs.example.com/en/latest/ ',
  picked: null,
};
const typed = (value: TypedSource) => sourceOf(value, ({ name }) => Promise.resolve(`id of ${name}`));

describe('the typed source of a job', () => {
  it('is a folder or a branch, whichever is shown', async () => {
    expect(await typed(TYPED)).toEqual({ path: '/srv/sources/My shop/' });
    const git = { ...TYPED, kind: 'git' } as const;
    expect(await typed(git)).toEqual({ kind: 'git', url: 'https://git.example.com/acme/till.git' });
    expect(await typed({ ...git, git: { ...git.git, branch: 'v2 ' } })).toMatchObject({ branch: 'v2' });
    expect(await typed({ ...TYPED, kind: 'site' })).toEqual({
      kind: 'site',
      url: 'https://docs.example.com/en/latest/',
    });
    await expect(typed({ ...TYPED, kind: 'upload' })).rejects.toThrow('Choose files');
    const picked = { name: 'shop.zip', files: [] };
    expect(await typed({ ...TYPED, kind: 'upload', picked })).toEqual({
      kind: 'upload',
      upload: 'id of shop.zip',
    });
  });

  it('names its repository once something is typed', () => {
    expect(nameFor(NOTHING_TYPED)).toBe('');
    expect(nameFor(TYPED)).toBe('My-shop');
    expect(nameFor({ ...TYPED, kind: 'git' })).toBe('till');
    expect(nameFor({ ...TYPED, kind: 'site' })).toBe('docs.example.com');
    expect(nameFor({ ...NOTHING_TYPED, kind: 'site' })).toBe('');
    expect(nameFor({ ...NOTHING_TYPED, kind: 'git' })).toBe('');
    expect(nameFor({ ...NOTHING_TYPED, kind: 'upload', picked: { name: 'My shop.tar.gz', files: [] } })).toBe(
      'My-shop',
    );
  });
});
