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

/** A question that was asked, and what came of it. */
export interface AskedQuestion<Q> {
  readonly question: Q;
  readonly turn: Turn;
  readonly ms: number;
}

/** What is asked of whom, and how what comes of it is measured. */
export interface EvaluationRequest<Q extends { readonly text: string }, Row> {
  readonly questions: readonly Q[];
  readonly pipelines: readonly string[];
  /** Hits per query, instead of the pipelines' own. */
  readonly topK?: number;
  /** Who answers, given the platform's own model. @throws Fault `bad_request` where that is not what was asked for. */
  readonly answering: (own: ChatModel) => ChatModel;
  /** Opens the measuring of one question after the other. */
  readonly measuring: (platform: Platform) => Promise<(asked: AskedQuestion<Q>) => Promise<Row>>;
}

export interface Evaluated<Row> {
  readonly pipeline: string;
  readonly rows: readonly Row[];
}

/** Asks every question with every pipeline, of what is indexed. */
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

/** Pipelines that inherit from the wanted ones with other settings, in a folder of their own. */
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
