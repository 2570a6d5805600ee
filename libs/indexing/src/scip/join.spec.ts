import { loadLanguages } from '../languages/languages';
import { edgesIn, joinedFixture } from './testing/fixtures';

beforeAll(loadLanguages);

describe('an index of scip-typescript', () => {
  it('states the calls that it resolves, at their lines, and leaves the others to Quarry', () => {
    const { after, problems } = joinedFixture('serialize-error');
    expect(problems).toEqual([]);
    const stated = edgesIn(after, 'scip');
    expect(stated).toEqual(
      expect.arrayContaining([
        'index.getErrorConstructor USES error-constructors.errorConstructors :51',
        'index.destroyCircular CALLS index.isErrorLike :67',
        'index.deserializeError CALLS index.destroyCircular :181',
        'index.NonError.constructor CALLS index.NonError._prepareSuperMessage :7',
      ]),
    );
    expect(edgesIn(after)).toContain('index.js IMPORTS error-constructors.js :1');
    expect(stated.filter((edge) => edge.includes('options'))).toEqual([]);
  });
});

describe('an index of scip-python', () => {
  it('states calls across files, and the readers of fields', () => {
    const { after } = joinedFixture('iniconfig');
    const stated = edgesIn(after, 'scip');
    expect(stated).toEqual(
      expect.arrayContaining([
        'iniconfig.IniConfig.__init__ CALLS iniconfig._parse.parse_lines :120',
        'iniconfig.SectionWrapper.__iter__.lineof CALLS iniconfig.IniConfig.lineof :96',
        'iniconfig.IniConfig.__contains__ USES iniconfig.IniConfig.sections :216',
      ]),
    );
  });
});

describe('files that are not those of the index', () => {
  it('are left out and named', () => {
    const { files, problems } = joinedFixture('serialize-error', (path, text) =>
      path === 'index.js' ? `\n// moved\n\n${text}` : text,
    );
    expect(files.map(({ path }) => path)).toEqual(['error-constructors.js']);
    expect(problems).toEqual([expect.stringMatching(/^"index\.js": has changed since/)]);
  });
});
