import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  documentsOf,
  onePass,
  OracleModel,
  recallOf,
  type DataSet,
  type GoldQuestion,
  type Knowledge,
  type Searched,
} from '@quarry/evaluation';
import { LOCAL_TENANT, type TurnDesk } from '@quarry/gateway';
import { openPlatform, readWorkspace, type Platform, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, type Turn } from '@quarry/turn';
import { runIndex } from '../indexer';
import { silenceLogs } from '../logs';
import type { Terminal } from '../terminal';
import type { Measured } from './table';

/** Who answers: the responder without a model, the configured model, or an oracle with the gold sub-questions. */
export type Responder = 'offline' | 'model' | Knowledge;

export interface EvaluationRequest {
  readonly set: DataSet;
  readonly pipelines: readonly string[];
  readonly responder: Responder;
  /** Hits per query, instead of the pipelines' own. */
  readonly topK?: number;
  /** Only so many questions, from the first. */
  readonly limit?: number;
}

/** Indexes the set's corpus where it is not indexed yet, and asks every question with every pipeline. */
export async function evaluate(
  config: QuarryConfig,
  request: EvaluationRequest,
  terminal: Terminal,
): Promise<readonly Measured[]> {
  silenceLogs();
  await runIndex(config, { root: request.set.corpus }, terminal);
  const variants = await variantsOf(request);
  try {
    const pipelines = loadAskablePipelines({
      ...config,
      pipelineDirs: [...config.pipelineDirs, variants.folder],
    });
    const platform = withResponder(await openPlatform(config), request);
    const running = await startServices({ platform, pipelines });
    try {
      if (!running.desk) throw new Fault('internal', 'The gateway did not start.');
      const searched = await searchedOf(platform);
      const measured: Measured[] = [];
      for (const { name, variant } of variants.names)
        measured.push(
          await measure({ desk: running.desk, searched, name, variant, request, terminal, platform }),
        );
      return measured;
    } finally {
      await running.close();
    }
  } finally {
    await rm(variants.folder, { recursive: true, force: true });
  }
}

interface Measuring {
  readonly desk: TurnDesk;
  readonly searched: Searched;
  readonly platform: Platform;
  readonly name: string;
  readonly variant: string;
  readonly request: EvaluationRequest;
  readonly terminal: Terminal;
}

async function measure(run: Measuring): Promise<Measured> {
  const { request, terminal, name } = run;
  const questions = request.set.questions.slice(0, request.limit ?? Infinity);
  const rows: Measured['rows'][number][] = [];
  for (const [at, question] of questions.entries()) {
    if (terminal.signal.aborted) throw new Fault('cancelled', 'the evaluation was stopped.');
    terminal.progress(`${name}: question ${at + 1} of ${questions.length}`);
    rows.push(await measureOne(run, question));
  }
  return { pipeline: name, responder: request.responder, rows };
}

async function measureOne(run: Measuring, question: GoldQuestion): Promise<Measured['rows'][number]> {
  const started = Date.now();
  const turn = await askWith(run.desk, run.variant, question.text);
  const ms = Date.now() - started;
  const found = documentsOf(turn.evidence);
  // An agent thinks before its first search.
  const firstPass = Math.min(...turn.searches.map(({ pass }) => pass));
  const baselines = await onePass(run.searched, question.text, found.length);
  return {
    id: question.id,
    outcome: turn.end?.outcome ?? 'failed',
    ...(turn.end?.outcome === 'failed' ? { reason: turn.end.reason } : {}),
    passes: turn.searches.length === 0 ? 0 : turn.spent.loops + 1,
    first: recallOf(question.gold, documentsOf(turn.evidence, firstPass)),
    last: recallOf(question.gold, found),
    onePass: Object.fromEntries(
      Object.entries(baselines).map(([way, documents]) => [way, recallOf(question.gold, documents)]),
    ),
    cited: recallOf(question.gold, citedDocuments(turn)),
    modelCalls: turn.spent.modelCalls,
    tokens: turn.spent.inputTokens + turn.spent.outputTokens,
    ms,
  };
}

function citedDocuments(turn: Turn): readonly string[] {
  const cited = new Set((turn.answer?.citations ?? []).map(({ n }) => n));
  return documentsOf(turn.evidence.filter(({ n }) => cited.has(n)));
}

async function askWith(desk: TurnDesk, pipeline: string, question: string): Promise<Turn> {
  const { turnId } = await desk.ask({ tenant: LOCAL_TENANT, question, pipeline, isEnglish: true });
  return (await desk.settled(LOCAL_TENANT, turnId)).turn;
}

function withResponder(platform: Platform, { responder, set }: EvaluationRequest): Platform {
  if (responder === 'model') {
    if (platform.chatModel.generative) return platform;
    throw new Fault(
      'bad_request',
      'No chat model is configured: set QUARRY_CHAT_MODEL, or take --responder offline.',
    );
  }
  if (responder === 'offline') {
    if (!platform.chatModel.generative) return platform;
    throw new Fault(
      'bad_request',
      'A chat model is configured: unset QUARRY_CHAT_MODEL, or take --responder model.',
    );
  }
  return { ...platform, chatModel: new OracleModel(set.questions, responder) };
}

async function searchedOf({ config, searchIndex, embedder }: Platform): Promise<Searched> {
  const workspace = await readWorkspace(config.dataDir);
  if (!workspace) throw new Fault('index_missing', `There is no index in ${config.dataDir}.`);
  const info = await searchIndex.describe(workspace);
  return { index: searchIndex, ref: workspace, embedder: info?.embedder ? embedder : null };
}

/** Pipelines that inherit from the wanted ones with other settings, in a folder of their own. */
async function variantsOf({ pipelines, topK }: EvaluationRequest): Promise<{
  readonly folder: string;
  readonly names: readonly { readonly name: string; readonly variant: string }[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-eval-'));
  if (topK === undefined) return { folder, names: pipelines.map((name) => ({ name, variant: name })) };
  const names = pipelines.map((name) => ({ name, variant: `${name}-top-${topK}` }));
  for (const { name, variant } of names) {
    await mkdir(join(folder, variant));
    const pipeline = { name: variant, extends: name, settings: { top_k: topK } };
    // JSON is YAML.
    await writeFile(join(folder, variant, 'pipeline.yaml'), JSON.stringify({ pipeline }));
  }
  return { folder, names };
}
