import { AclTags } from './acl-tags';

function statedBy(...records: readonly Readonly<Record<string, unknown>>[]) {
  const problems: string[] = [];
  const acl = new AclTags(problems);
  for (const [n, record] of records.entries()) acl.add('src/A.cs', record, `chunk ${n + 1}`);
  return { lists: acl.stated['src/A.cs'], problems };
}

describe('AclTags', () => {
  it('collects each different list of a file once, whatever the order of its names', () => {
    const records = [
      { AclTags: ['Security', 'Finance'] },
      { AclTags: ['Finance', 'Security'] },
      { AclTags: ['Audit'] },
    ];
    expect(statedBy(...records)).toEqual({ lists: [['Finance', 'Security'], ['Audit']], problems: [] });
  });

  it.each([[{}], [{ AclTags: [] }], [{ AclTags: null }]])('says nothing of %j', (record) => {
    expect(statedBy(record)).toEqual({ lists: undefined, problems: [] });
  });

  it.each([['aclTags'], ['acltags'], ['AclTags']])(
    'reads the field as %s, and one name without a list',
    (field) => {
      expect(statedBy({ [field]: 'Finance' }).lists).toEqual([['Finance']]);
    },
  );

  it.each([[[1]], [{ a: 1 }], [['Finance', '']], [7]])('admits no group for the tags %j', (tags) => {
    const { lists, problems } = statedBy({ AclTags: ['Audit'] }, { AclTags: tags });
    expect(lists).toEqual([['Audit'], []]);
    expect(problems).toEqual(['chunk 2: its AclTags are not a list of names: src/A.cs is for no group']);
  });
});
