import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUrlRegistry } from './url-registry';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-urls-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function read(yaml: string) {
  writeFileSync(join(folder, 'quarry-urls.yaml'), yaml);
  return readUrlRegistry(join(folder, 'quarry-urls.yaml'), false);
}

describe('readUrlRegistry', () => {
  it('returns the URL of the longest match: base, template, or pattern', async () => {
    const urlOf = await read(`
- {path: docs, url: https://example.org/docs}
- path: docs/api/
  url: https://api.example.org/
  strip: [.md, .mdx]
  index: [index, README]
- {path: 'src/**/*.ts', url: 'https://example.org/blob/main/{path}#L{line}'}
- {path: wiki.jsonl, url: 'https://example.org/wiki?id={document}'}
`);
    const at = (path: string, line = 1): string | undefined => urlOf({ path, line });
    expect(at('docs/guide/a b.md')).toBe('https://example.org/docs/guide/a%20b.md');
    expect(at('docs/api/calls.md')).toBe('https://api.example.org/calls');
    expect(at('docs/api/v1/index.mdx')).toBe('https://api.example.org/v1');
    expect(at('docs/api/README.md')).toBe('https://api.example.org/');
    expect(at('docs2/a.md')).toBeUndefined();
    expect(at('src/a/b.ts', 7)).toBe('https://example.org/blob/main/src/a/b.ts#L7');
    expect(at('src/a/b.js')).toBeUndefined();
    expect(urlOf({ path: 'wiki.jsonl', line: 3, document: 'a/b&c' })).toBe(
      'https://example.org/wiki?id=a/b%26c',
    );
  });

  it('covers everything with an empty path or a dot, unless a longer path matches', async () => {
    const urlOf = await read(
      `- {path: ., url: 'https://example.org/x'}\n- {path: a, url: 'https://example.org/a'}`,
    );
    expect(urlOf({ path: 'b/c.md', line: 1 })).toBe('https://example.org/x/b/c.md');
    expect(urlOf({ path: 'a/c.md', line: 1 })).toBe('https://example.org/a/c.md');
  });

  it('reports line and column of every problem', async () => {
    const yaml = `- path: docs
  url: javascript:alert(1)
- {path: a, url: 'https://{path}/x'}
- {path: a, url: 'https://example.org/{pth}', strip: [md]}
- {url: 'https://example.org', colour: red}
- just text
`;
    const failure: unknown = await read(yaml).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'bad_request' });
    for (const [place, words] of [
      ['2:8', 'url must begin with http'],
      ['3:18', 'url must begin with http'],
      ['4:18', '{pth} is unknown'],
      ['4:55', 'an entry of strip must be an extension'],
      ['5:32', '"colour" is unknown'],
      ['5:3', 'path must be a string'],
      ['6:3', 'an entry must be a map'],
    ] as const)
      expect(String(failure)).toContain(`quarry-urls.yaml:${place}: ${words}`);
  });

  it.each(['{path: [', 'path: docs', '- &a [*a]', `${'['.repeat(5_000)}`])('rejects %s', async (yaml) => {
    await expect(read(yaml)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('treats a missing file as an empty registry, unless it was named', async () => {
    const missing = join(folder, 'nope.yaml');
    expect((await readUrlRegistry(missing, false))({ path: 'a', line: 1 })).toBeUndefined();
    await expect(readUrlRegistry(missing, true)).rejects.toMatchObject({ code: 'path_not_found' });
    expect((await read('# nothing yet\n'))({ path: 'a', line: 1 })).toBeUndefined();
  });
});
