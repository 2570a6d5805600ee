import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { LOCAL_TENANT } from '@quarry/application/access';
import { openGraphStore } from '@quarry/graph-store';
import { openHistoryStore, type SessionSummary, type StoredRow } from '@quarry/history-store';
import { indexRepository, loadReaders } from '@quarry/indexing';
import { openPlatform, readConfig } from '@quarry/platform';
import { openSearchIndex } from '@quarry/search-index';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';
import { defined, type SnapshotRef, type Turn, type TurnEvent } from '@quarry/turn';
import { indexFixture } from '../scenarios/index-fixture';
import { ROOT } from '../scenarios/scenario';
import { judgement } from '../scripted-model/judge';
import { startScriptedModel, type RecordedRequest, type ScriptedModel } from '../scripted-model/server';

const FIXTURE = 'test/fixtures/dotnet-shop/app';

/** An ended turn with its log. */
export interface Played {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/**
 * The scripted replies to each prompt of the code pipeline. A list is played in order, and its last entry is repeated.
 */
export interface Replies {
  readonly router?: string;
  readonly answer?: Reply | readonly Reply[];
  readonly finally?: Reply;
  readonly directly?: string;
  readonly condense?: string;
  readonly translate?: readonly string[];
  /** The rewritten form of a follow-up; by default unchanged. */
  readonly rewrite?: string;
  readonly summarize?: (request: RecordedRequest, nth: number) => string;
}
type Reply = string | ((request: RecordedRequest) => string);

/** First words of the prompts' system messages. */
const PROMPTS = {
  router: 'You plan the search',
  condense: 'You condense evidence',
  directly: 'You answer from general knowledge',
  translate: 'You translate exactly',
  summarize: 'You summarise a conversation',
  rewrite: 'You rewrite the last question',
} as const;
const FINALLY = 'No more data can be requested';

/**
 * Every service in one process, the shop's index, a scripted model behind a real socket, and pipelines for one test.
 */
export class Bench {
  private constructor(
    readonly model: ScriptedModel,
    private readonly dataDir: string,
    private readonly ref: SnapshotRef,
    private readonly removeData: () => Promise<void>,
  ) {}

  static async open(): Promise<Bench> {
    const { dataDir, repository, remove } = await indexFixture(FIXTURE);
    const ref = { repository, snapshot: 'current' };
    return new Bench(await startScriptedModel({ replies: [] }), dataDir, ref, remove);
  }

  async close(): Promise<void> {
    await this.model.close();
    await this.removeData();
  }

  private get embedderUrl(): string {
    return `openai:${this.model.baseUrl}#hash-64`;
  }

  /** Computes vectors for the index, with the scripted server's embeddings. */
  async embed(): Promise<void> {
    const searchIndex = openSearchIndex(`sqlite:${join(this.dataDir, 'search')}`);
    const graphStore = openGraphStore(`sqlite:${join(this.dataDir, 'graph')}`);
    const embedder = await openEmbedder(this.embedderUrl);
    try {
      await indexRepository({
        ...(await loadReaders()),
        root: join(ROOT, FIXTURE),
        ref: this.ref,
        searchIndex,
        graphStore,
        masker: null,
        embedder,
        cacheFile: join(this.dataDir, 'facts.db'),
        lockFile: join(this.dataDir, 'index.lock'),
      });
    } finally {
      await embedder?.close();
      await searchIndex.close();
      await graphStore.close();
    }
  }

  /** Records whether the index has BM25 artifacts. */
  async setBm25(bm25: boolean): Promise<void> {
    const searchIndex = openSearchIndex(`sqlite:${join(this.dataDir, 'search')}`);
    await searchIndex.write(this.ref, { meta: { bm25 } });
    await searchIndex.close();
  }

  /** Services with a pipeline `tried` that extends `code` with these settings (YAML's flow form). */
  async start(settings: string, options: { readonly vectors?: boolean } = {}): Promise<Started> {
    const folder = join(this.dataDir, 'pipelines', 'tried');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const yaml = `pipeline:\n  name: tried\n  extends: code\n  settings: ${settings}\n`;
    await writeFile(join(folder, 'pipeline.yaml'), yaml);
    const config = readConfig(
      {
        dataDir: this.dataDir,
        carrier: 'memory',
        embedderUrl: options.vectors === true ? this.embedderUrl : 'none',
        logLevel: 'silent',
        chatProvider: 'openai',
        chatModel: 'scripted-1',
        chatBaseUrl: this.model.baseUrl,
        pipelineDirs: [join(this.dataDir, 'pipelines')],
      },
      {},
    );
    const pipelines = loadAskablePipelines(config);
    return new Started(await startServices({ platform: await openPlatform(config), pipelines }), this.model);
  }

  /** What the history keeps of a session, read independently of the services. */
  async history(
    session: string,
  ): Promise<{ readonly rows: readonly StoredRow[]; readonly summary: SessionSummary | null }> {
    const store = openHistoryStore(`sqlite:${join(this.dataDir, 'history.db')}`);
    try {
      const rows = await store.rows(LOCAL_TENANT, session);
      return { rows, summary: await store.summary(LOCAL_TENANT, session) };
    } finally {
      await store.close();
    }
  }
}

/** Running services. */
export class Started {
  constructor(
    private readonly running: Running,
    private readonly model: ScriptedModel,
  ) {}

  close(): Promise<void> {
    return this.running.close();
  }

  /** Asks, waits for the end, and returns the requests that the model received for each prompt. */
  async ask(
    question: string,
    replies: Replies,
    options: { readonly session?: string; readonly isEnglish?: boolean } = {},
  ): Promise<Played & { readonly asked: (prompt: string) => readonly RecordedRequest[] }> {
    const before = this.model.requests.length;
    this.model.play(scriptOf(replies));
    const { turns } = this.running;
    if (!turns) throw new Error('no gateway');
    const { turnId } = await turns.ask({
      tenant: LOCAL_TENANT,
      question,
      pipeline: 'tried',
      isEnglish: options.isEnglish ?? true,
      createSession: true,
      ...defined({ session: options.session }),
    });
    const events: TurnEvent[] = [];
    for await (const event of await turns.watch(LOCAL_TENANT, turnId)) events.push(event);
    const view = await turns.view(LOCAL_TENANT, turnId);
    if (!('turn' in view)) throw new Error('the turn is gone');
    const requests = this.model.requests.slice(before);
    return {
      turn: view.turn,
      events,
      asked: (prompt) => requests.filter((request) => request.system.includes(prompt)),
    };
  }
}

function scriptOf(replies: Replies) {
  const played = new Map<string, number>();
  const say = (
    kind: string,
    reply: Reply | readonly Reply[] | undefined,
    request: RecordedRequest,
  ): string => {
    const nth = played.get(kind) ?? 0;
    played.set(kind, nth + 1);
    const list: readonly Reply[] =
      typeof reply === 'string' || typeof reply === 'function' ? [reply] : (reply ?? []);
    const chosen = list[Math.min(nth, list.length - 1)] ?? `the test has no reply for '${kind}'`;
    return typeof chosen === 'string' ? chosen : chosen(request);
  };
  return (request: RecordedRequest): string => {
    const { system } = request;
    if (system.startsWith(PROMPTS.router)) return say('router', replies.router, request);
    if (system.startsWith(PROMPTS.condense)) return say('condense', replies.condense, request);
    if (system.startsWith(PROMPTS.directly)) return say('directly', replies.directly, request);
    if (system.startsWith(PROMPTS.translate)) return say('translate', replies.translate, request);
    if (system.startsWith(PROMPTS.rewrite)) return replies.rewrite ?? '';
    if (system.startsWith(PROMPTS.summarize)) {
      const nth = played.get('summarize') ?? 0;
      played.set('summarize', nth + 1);
      return replies.summarize?.(request, nth) ?? 'a summary';
    }
    const judged = judgement(request);
    if (judged !== null) return judged;
    if (system.includes(FINALLY)) return say('finally', replies.finally, request);
    return say('answer', replies.answer, request);
  };
}

/** Heads of the evidence in a prompt, by number: `[3]` → `[3] db/Stock.sql:1-19 · dbo.Stock_Reserve|PROC`. */
export function evidenceIn(prompt: string): ReadonlyMap<number, string> {
  return new Map(
    [...prompt.matchAll(/^\[(\d+)\] .+:\d+(?:-\d+)?.*$/gm)].map((head) => [Number(head[1]), head[0]]),
  );
}

/** The citation of a file's evidence in the prompt. */
export function cite(request: RecordedRequest, path: string): string {
  const found = [...evidenceIn(request.last)].find(([, head]) => head.includes(path));
  return `[${found?.[0] ?? '?'}]`;
}
