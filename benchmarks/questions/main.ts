/**
 * `npm run bench:questions -- [--half HALF] [--only BASE] [--kind KIND] [--data DIR] [--wrong] [--learn-order]
 * [--queries FILE]`: see README.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChatModel } from '@quarry/chat-model';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import type { Evidence } from '@quarry/turn';
import { fetchPackage } from './fetch-package.ts';
import { candidatesOf, reportOrder } from './learn-order.ts';
import { KINDS, readCodeBases, type BenchQuestion, type CodeBase, type GoldPlace } from './question-set.ts';
import { scoreOf, type Score } from './score.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string' },
    kind: { type: 'string' },
    set: { type: 'string', default: join(import.meta.dirname, 'set') },
    data: { type: 'string', default: join(ROOT, '.quarry/questions') },
    wrong: { type: 'boolean', default: false },
    'learn-order': { type: 'boolean', default: false },
    queries: { type: 'string' },
  },
});
const work = resolve(values.data);
/** By question, what a language model would search for. */
const queries = new Map<string, string>(
  values.queries === undefined
    ? []
    : Object.entries(
        JSON.parse(readFileSync(resolve(values.queries), 'utf8')) as Readonly<Record<string, string>>,
      ),
);

interface Row extends Score {
  readonly base: string;
  readonly half: CodeBase['half'];
  readonly question: BenchQuestion;
  readonly outcome: string;
  readonly text: string;
  readonly ms: number;
  /** Whether a gold place is in the evidence, which is what a language model would read. */
  readonly inEvidence: boolean;
  /** Whether the answer quotes a gold place anywhere, or lists it below its passages. */
  readonly shown: boolean;
}

const rows: Row[] = [];
const candidates = new Map<string, Awaited<ReturnType<typeof candidatesOf>>>();
for (const base of readCodeBases(resolve(values.set))) {
  if ((values.half ?? base.half) !== base.half || (values.only ?? base.base) !== base.base) continue;
  const { folder, dataDir } = ready(base);
  if (values['learn-order']) candidates.set(base.base, await candidatesOf(base, dataDir));
  else rows.push(...(await ask(base, folder, dataDir)));
}
if (values['learn-order']) reportOrder(candidates);
else {
  for (const half of ['seen', 'held', 'fresh'] as const) report(half);
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'rows.json'), JSON.stringify(rows, null, 1));
  console.log(`every answer: ${join(work, 'rows.json')}`);
}

/** Fetches and indexes a package, unless that was done before. */
function ready(base: CodeBase): { readonly folder: string; readonly dataDir: string } {
  const [folder, dataDir] = [join(work, 'base', base.base), join(work, 'data', base.base)];
  fetchPackage(base, folder);
  if (!existsSync(dataDir))
    execFileSync(join(ROOT, 'quarry'), ['index', folder, '--data', dataDir], { stdio: 'inherit' });
  return { folder, dataDir };
}

/** Asks the questions about a package. */
async function ask(base: CodeBase, folder: string, dataDir: string): Promise<readonly Row[]> {
  const { EMBEDDER_URL } = process.env;
  const env = EMBEDDER_URL === undefined ? {} : { EMBEDDER_URL };
  const config = readConfig({ dataDir, carrier: 'memory', logLevel: 'silent' }, env, 'serve');
  const platform = await openPlatform(config);
  const searching = { ...platform, chatModel: withQueries(platform.chatModel) };
  const running = await startServices({ platform: searching, pipelines: loadAskablePipelines(config) });
  const turns = running.turns;
  if (!turns) throw new Error('The gateway did not start.');
  const asked: Row[] = [];
  for (const question of base.questions.filter(({ kind }) => (values.kind ?? kind) === kind)) {
    const began = performance.now();
    const { turnId } = await turns.ask({
      ...{ tenant: 'local', question: question.question, pipeline: 'code', isEnglish: true },
    });
    const { turn } = await turns.settled('local', turnId);
    const shown = { text: turn.answer?.text ?? '', outcome: turn.end?.outcome ?? '' };
    const score = scoreOf(question, shown, folder);
    const ms = performance.now() - began;
    const gold = turn.evidence.filter((item) => (question.gold ?? []).some((place) => isWithin(place, item)));
    const [, listed = ''] = shown.text.split('\nAlso found:\n');
    const isShown =
      score.at !== null ||
      gold.some(({ path, startLine, endLine }) =>
        listed.includes(`\`${path}\`, lines ${startLine}–${endLine}`),
      );
    const found = { inEvidence: gold.length > 0, shown: isShown };
    asked.push({ ...score, base: base.base, half: base.half, question, ...shown, ms, ...found });
  }
  await running.close();
  return asked;
}

/** A model that searches with the given queries, and is the given model in everything else. */
function withQueries(model: ChatModel): ChatModel {
  return {
    ...{ id: model.id, generative: model.generative },
    complete: async (request) => {
      const query = request.inputs.task === 'router' ? queries.get(request.inputs.question) : undefined;
      const reply = await model.complete(request);
      return query === undefined ? reply : { ...reply, text: `[HYBRID:] ${query}` };
    },
  };
}

function isWithin({ path, lines }: GoldPlace, item: Evidence): boolean {
  return item.path === path && item.startLine <= lines[1] && item.endLine >= lines[0];
}

function report(half: CodeBase['half']): void {
  const all = rows.filter((row) => row.half === half);
  if (all.length === 0) return;
  console.log(
    `\n${half}\n| questions | n | useful | wrong, \`answered\` | quoted or listed | refused | in the evidence | passages |\n| --- | --: | --: | --: | --: | --: | --: | --: |`,
  );
  for (const kind of [...KINDS, null]) {
    const some = all.filter(({ question }) => kind === null || question.kind === kind);
    const share = (test: (row: Row) => boolean): string =>
      (some.filter(test).length / Math.max(1, some.length)).toFixed(2).replace(/^0/, '');
    const refused =
      kind === 'absent'
        ? ''
        : share((row) => row.question.absent === undefined && row.outcome === 'insufficient');
    const passages = some.reduce((sum, row) => sum + row.passages, 0) / Math.max(1, some.length);
    console.log(
      `| ${kind ?? 'all'} | ${some.length} | ${share(({ useful }) => useful)} | ${share(({ misleading }) => misleading)} | ${share((row) => row.shown)} | ${refused} | ${share(({ inEvidence }) => inEvidence)} | ${passages.toFixed(1)} |`,
    );
  }
  if (!values.wrong) return;
  for (const row of all.filter(({ useful }) => !useful))
    console.log(
      `- ${row.base} ${row.question.kind}: ${row.question.question} (${row.outcome}, ${row.at ?? 'not quoted'})`,
    );
}
