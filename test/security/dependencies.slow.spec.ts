import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../scenarios/scenario';

/** What `npm audit --json` says of one package that suffers from itself, and of one that suffers by it. */
const ADVISORY = {
  name: 'left-pad',
  title: 'Pads for ever',
  severity: 'high',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
};
const SUFFERS = { 'left-pad': { via: [ADVISORY] }, 'right-pad': { via: ['left-pad'] } };
const EXCUSE = { id: 'GHSA-aaaa-bbbb-cccc', reason: 'we pad nothing', until: '2999-12-31' };

describe('what ships', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-dependencies-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (path: string, value: unknown): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };
  const run = (script: string, ...args: readonly string[]) => {
    const path = join(ROOT, 'scripts', script);
    const { status, stdout } = spawnSync(process.execPath, [path, ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    return { status, said: stdout };
  };

  describe('has no known vulnerability', () => {
    const audit = (report: unknown, exceptions: unknown = []) =>
      run('audit.mts', put('report.json', report), put('exceptions.json', exceptions));
    const reportOf = (vulnerabilities: object) => ({ auditReportVersion: 2, vulnerabilities });

    it('where the registry knows none', () => {
      expect(audit(reportOf({}))).toEqual({ status: 0, said: 'checked: no vulnerabilities, 0 excused\n' });
    });

    it('but those that are excused, with a reason, until a day', () => {
      expect(audit(reportOf(SUFFERS), [EXCUSE]).status).toBe(0);
      expect(audit(reportOf(SUFFERS)).said).toBe(
        'GHSA-aaaa-bbbb-cccc: left-pad (high): Pads for ever. Update it.\n',
      );
      for (const wrong of [
        { ...EXCUSE, until: '2026-01-01' },
        { ...EXCUSE, until: 'some day' },
        { ...EXCUSE, reason: ' ' },
        { ...EXCUSE, id: 'GHSA-dddd-eeee-ffff' },
      ])
        expect(audit(reportOf(SUFFERS), [wrong]).status).toBe(1);
      expect(audit(reportOf({}), [EXCUSE]).said).toContain('Remove it from the exceptions');
    });

    it.each([
      ['refuses', { message: '405 Method Not Allowed', statusCode: 405 }],
      ['cannot be reached', { message: 'request to https://registry.example failed', error: {} }],
      ['says nothing', ''],
      ['says something else', '<html>'],
    ])('that anybody could look up where the registry %s, which is said', (_how, report) => {
      const { status, said } = audit(report);
      expect(status).toBe(0);
      expect(said).toMatch(/^not checked: the registry is unavailable \(.+\)\n$/);
    });
  });

  describe('is of allowed licences', () => {
    /** A project with these packages; `null`: the lock file does not say the licence, and the manifest is what is given. */
    const project = (packages: Readonly<Record<string, object>>) => {
      put('package-lock.json', { packages: { '': { name: 'x' }, ...packages } });
      put('docs/licences.md', '');
      return folder;
    };
    const check = (packages: Readonly<Record<string, object>>) =>
      run('licences.mts', '--write', project(packages));

    it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'GPL-2.0 OR (MIT AND Zlib)', 'Apache-2.0 AND BSD-3-Clause'])(
      '%s is one',
      (license) => {
        expect(check({ 'node_modules/a': { version: '1.0.0', license } })).toEqual({
          status: 0,
          said: '1 packages, all with allowed licences\n',
        });
      },
    );

    it.each([
      'GPL-3.0',
      'AGPL-3.0-only',
      'LGPL-2.1',
      'MPL-2.0',
      'SSPL-1.0',
      'BUSL-1.1',
      'UNLICENSED',
      'SEE LICENSE IN LICENSE',
      'MIT AND GPL-3.0',
      '(MIT OR',
      'MIT MIT',
      '',
    ])("'%s' is not allowed", (license) => {
      expect(check({ 'node_modules/a': { version: '1.0.0', license } }).status).toBe(1);
    });

    it('as its manifest says where the lock file does not, also in the old form; nothing said is refused', () => {
      const packages = {
        'node_modules/old': { version: '1.0.0' },
        'node_modules/a/node_modules/silent': { version: '2.0.0' },
        'node_modules/tool': { version: '3.0.0', dev: true, license: 'GPL-3.0' },
        'libs/own': { version: '0.1.0' },
        'node_modules/own': { link: true },
      };
      put('node_modules/old/package.json', { licenses: [{ type: 'MIT', url: 'x' }] });
      const { status, said } = check(packages);
      expect(status).toBe(1);
      expect(said).toContain('silent 2.0.0: declares no licence');
      put('node_modules/a/node_modules/silent/package.json', { license: 'ISC' });
      expect(check(packages)).toEqual({ status: 0, said: '2 packages, all with allowed licences\n' });
    });

    it('matches the page, which is rewritten if it differs from the lock file', () => {
      mkdirSync(join(folder, 'docs'));
      cpSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
      put('docs/licences.md', '# Something else\n');
      expect(run('licences.mts', folder)).toMatchObject({
        status: 1,
        said: expect.stringContaining('--write') as string,
      });
    });
  });
});
