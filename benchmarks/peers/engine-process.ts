/** One engine in a process of its own: `node engine-process.ts ENGINE CORPUS FOLDER`. Times are taken here, without the way to the parent. */
import { Corpus } from './corpus.ts';
import type { OpenEngine } from './engine.ts';
import { ENGINES } from './engines/index.ts';
import type { Reply, Request } from './protocol.ts';

const [name = '', corpusFolder = '', folder = ''] = process.argv.slice(2);
const [engine, corpus] = await Promise.all([ENGINES[name]?.load(), Corpus.open(corpusFolder)]);
let opened: OpenEngine | null = null;

process.on('message', (request: Request) => {
  void answer(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) =>
      process.send?.({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies Reply),
  );
});
process.on('disconnect', () => {
  void Promise.resolve(opened?.close()).finally(() => process.exit());
});

async function answer(request: Request): Promise<Reply> {
  if (!engine) throw new Error(`There is no engine '${name}'.`);
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  switch (request.kind) {
    case 'build':
      await engine.build?.(corpus, folder);
      return { kind: 'built', seconds: seconds() };
    case 'open':
      opened = await engine.open(corpus, folder);
      return { kind: 'opened', seconds: seconds(), ways: Object.keys(opened.ways) };
    case 'memory':
      globalThis.gc?.();
      return { kind: 'memory', megabytes: process.memoryUsage.rss() / 2 ** 20 };
    case 'ask': {
      const way = opened?.ways[request.way];
      if (!way) throw new Error(`${name} has no way '${request.way}'.`);
      const asked = performance.now();
      const documents = await way(request.asked);
      return { kind: 'found', documents, ms: performance.now() - asked };
    }
  }
}
