import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatModel } from '@quarry/chat-model';
import { LOCAL_TENANT } from '@quarry/application/access';
import type { TurnService } from '@quarry/application/turns';
import { openPlatform, type Platform, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, type Turn } from '@quarry/turn';
import type { Terminal } from '../terminal';

/** A question and its turn. */
export interface AskedQuestion<Q> {
  readonly question: Q;
  readonly turn: Turn;
  readonly ms: number;
}

/** The questions, the pipelines and models to ask, and how to measure the turns. */
export interface EvaluationRequest<Q extends { readonly text: string }, Row> {
  readonly questions: readonly Q[];
  readonly pipelines: readonly string[];
  /** Hits per query, instead of the number that each pipeline sets. */
  readonly topK?: number;
  /** Selects the model that answers. @throws Fault `bad_request` if the platform's own model does not fit */
  readonly answering: (own: ChatModel) => ChatModel;
  /** Returns a function that measures one question after the other. */
  readonly measuring: (platform: Platform) => Promise<(asked: AskedQuestion<Q>) => Promise<Row>>;
}

export interface Evaluated<Row> {
  readonly pipeline: string;
  readonly rows: readonly Row[];
}

/** Asks every question with every pipeline, over what is already indexed. */
export async function evaluate<Q extends { readonly text: string }, Row>(
  config: QuarryConfig,
  request: EvaluationRequest<Q, Row>,
  terminal: Terminal,
): Promise<readonly Evaluated<Row>[]> {
  const variants = await variantsOf(request);
  try {
    const pipelines = loadAskablePipelines({
      ...config,
      pipelineDirs: [...config.pipelineDirs, variants.folder],
    });
    const opened = await openPlatform(config);
    const platform = { ...opened, chatModel: request.answering(opened.chatModel) };
    const running = await startServices({ platform, pipelines });
    try {
      if (!running.turns) throw new Fault('internal', 'The gateway did not start.');
      const measure = await request.measuring(platform);
      const evaluated: Evaluated<Row>[] = [];
      for (const { name, variant } of variants.names) {
        const asking = { turns: running.turns, name, variant, request, terminal };
        evaluated.push({ pipeline: name, rows: await askAll(asking, measure) });
      }
      return evaluated;
    } finally {
      await running.close();
    }
  } finally {
    await rm(variants.folder, { recursive: true, force: true });
  }
}

interface Asking<Q extends { readonly text: string }, Row> {
  readonly turns: TurnService;
  readonly name: string;
  readonly variant: string;
  readonly request: EvaluationRequest<Q, Row>;
  readonly terminal: Terminal;
}

async function askAll<Q extends { readonly text: string }, Row>(
  { turns, name, variant, request, terminal }: Asking<Q, Row>,
  measure: (asked: AskedQuestion<Q>) => Promise<Row>,
): Promise<readonly Row[]> {
  const { questions } = request;
  const rows: Row[] = [];
  for (const [at, question] of questions.entries()) {
    if (terminal.signal.aborted) throw new Fault('cancelled', 'the evaluation was stopped.');
    terminal.progress(`${name}: question ${at + 1} of ${questions.length}`);
    const started = Date.now();
    const asked = { tenant: LOCAL_TENANT, question: question.text, pipeline: variant, isEnglish: true };
    const { turnId } = await turns.ask(asked);
    const { turn } = await turns.settled(LOCAL_TENANT, turnId);
    rows.push(await measure({ question, turn, ms: Date.now() - started }));
  }
  return rows;
}

/** Pipelines that extend the requested ones with other settings, in a separate folder. */
async function variantsOf({
  pipelines,
  topK,
}: {
  readonly pipelines: readonly string[];
  readonly topK?: number;
}): Promise<{
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
