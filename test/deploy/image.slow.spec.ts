import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { installedModel } from '../../libs/embedder/src/testing/installed-model';
import { freePort } from '../servers/free-port';
import { readStages } from './dockerfile';
import { buildContext, ImageTree, sizeOf } from './image';
import { read, ROOT, VARIABLES } from './workspace';
import { PASSAGES } from '../passages';

/** A code base that changes only with its tests; what the docs answer changes with every page. */
const SHOP = path.join(ROOT, 'test/fixtures/dotnet-shop/app');

const stages = readStages();
const image = stages.at(-1);

describe('deploy/Dockerfile', () => {
  it('takes the Node that package.json names, in every stage', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    for (const { base } of stages) expect(base).toBe(`node:${dependencies['node']}-bookworm-slim`);
  });

  it('does not run as root, by number, and says how to see that it is well', () => {
    expect(image?.user).toBe('1000:1000');
    expect(image?.healthcheck).toEqual(['node', '/quarry/healthcheck.mjs']);
    expect(image?.exposed).toEqual(['4780', image?.environment['QUARRY_OPS_PORT']]);
    expect(image?.labels.join()).toContain('org.opencontainers.image.licenses="Apache-2.0"');
  });

  it('sets only variables that a process reads', () => {
    const names = Object.keys(image?.environment ?? {});
    expect(names.filter((name) => name !== 'NODE_ENV' && !VARIABLES.has(name))).toEqual([]);
  });

  it('changes the system of the base image in one step of the last stage, before anything of ours', () => {
    const runs = image?.steps.filter((step) => step.kind === 'run') ?? [];
    expect(runs).toHaveLength(1);
    expect(image?.steps[0]).toBe(runs[0]);
  });
});

describe('.dockerignore', () => {
  it('contains what the steps copy, and no tests, data or credentials', () => {
    const context = buildContext();
    expect(context).toEqual(
      expect.arrayContaining(['package-lock.json', 'apps/cli/src/main.ts', 'deploy/healthcheck.mjs']),
    );
    expect(context.filter((file) => /(\.spec\.ts$|^test\/|^docs\/|\.env|^\.quarry)/.test(file))).toEqual([]);
  });
});

// About a minute: the dependencies are installed, built and pruned again.
const { CI, QUARRY_TEST_IMAGE } = process.env;
const wanted = CI !== undefined || QUARRY_TEST_IMAGE !== undefined;
const describeSteps = wanted ? describe : describe.skip;

describeSteps(
  `the steps of deploy/Dockerfile${wanted ? '' : ' (skipped: takes a minute; runs where CI or QUARRY_TEST_IMAGE is set)'}`,
  () => {
    let built: ImageTree | undefined;
    let tree: ImageTree;
    let data: string;
    beforeAll(async () => {
      tree = built = await ImageTree.build();
      data = tree.at('/data');
      mkdirSync(data);
      if (process.getuid?.() === 0) chownSync(data, 1000, 1000);
    }, 600_000);
    afterAll(async () => {
      await built?.remove();
    });

    const output = async (child: ChildProcess): Promise<{ code: number | null; text: string }> => {
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, text };
    };

    it('leave no tools of the build, no sources and no second Node in the image', async () => {
      const modules = readdirSync(tree.at('/quarry/node_modules'));
      for (const name of ['typescript', 'jest', 'eslint', 'nx', 'node']) expect(modules).not.toContain(name);
      expect(existsSync(tree.at('/quarry/apps/cli/src'))).toBe(false);
      expect(existsSync(tree.at('/quarry/apps/cli/dist/main.js'))).toBe(true);
      expect((await sizeOf(tree.at('/quarry'))) / 1e6).toBeLessThan(450);
      expect(tree.notRun).toEqual([expect.stringContaining('apt-get install')]);
    });

    it('make a tree whose processes index, serve, are healthy, answer, and end in order', async () => {
      const [port, opsPort] = [String(await freePort()), String(await freePort())];
      const env = { QUARRY_PORT: port, QUARRY_OPS_PORT: opsPort };
      const indexed = await output(tree.start(['index', SHOP, '--data', data], env));
      expect(indexed).toMatchObject({ code: 0 });
      expect(indexed.text.includes('no vectors')).toBe(installedModel() === null);

      const server = tree.start(image?.command ?? [], env);
      const ended = output(server);
      try {
        await ready(`http://127.0.0.1:${port}/health/ready`, server);
        expect(await output(tree.checkHealth(env))).toEqual({ code: 0, text: '' });
        const listed = await fetch(`http://127.0.0.1:${port}/v1/pipelines`);
        const { pipelines } = (await listed.json()) as { pipelines: { name: string }[] };
        const askable = readdirSync(path.join(ROOT, 'pipelines')).filter((name) => isAskable(name));
        expect(pipelines.map(({ name }) => name).sort()).toEqual(askable.sort());

        const asked = await fetch(`http://127.0.0.1:${port}/v1/turns`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            question: 'How is a customer told that an invoice was cancelled?',
            wait: true,
          }),
        });
        expect(await asked.json()).toMatchObject({ status: 'ended', ...PASSAGES });
      } finally {
        server.kill('SIGTERM');
      }
      expect(await ended).toMatchObject({ code: 0 });
      expect(await output(tree.checkHealth(env))).toMatchObject({ code: 1 });
    }, 120_000);
  },
);

/** A pipeline's folder that is not there only for others to build on. */
function isAskable(name: string): boolean {
  const file = `pipelines/${name}/pipeline.yaml`;
  return existsSync(path.join(ROOT, file)) && !/^ {2}abstract: true$/m.test(read(file));
}

/** Waits until a server answers 200, as long as its process lives. */
async function ready(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`The server ended with ${server.exitCode}.`);
}
