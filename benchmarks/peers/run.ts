import { mkdir, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Corpus, type CorpusFile, type CorpusInfo } from './corpus.ts';
import { megabytesOf, startEngine, type RunningEngine } from './engine-client.ts';
import { ENGINES } from './engines/index.ts';
import type { Question } from './prepare.ts';
import { measureQuality, type Quality } from './quality.ts';
import { measureSpeed, type Speed, type SpeedOptions } from './speed.ts';

/** What an engine costs beside time. */
export interface Cost {
  readonly engine: string;
  readonly buildSeconds: number;
  /** Resident set after the questions, in MB. */
  readonly memory: number;
  /** Of what it wrote, in MB; 0 where it writes nothing. */
  readonly disk: number;
}

/** All engines with the same texts and vectors. */
export interface Measured {
  readonly name: string;
  readonly chunks: number;
  /** Of which quality was measured; 0: of none. */
  readonly questions: number;
  readonly quality: readonly Quality[];
  readonly timed: number;
  readonly rounds: number;
  readonly speed: readonly Speed[];
  readonly costs: readonly Cost[];
  /** The machine's load before and after the questions that were timed. */
  readonly load: readonly [before: number, after: number];
  /** Engines that could not be measured, with the reason. */
  readonly failed: readonly string[];
}

export interface RunOptions extends SpeedOptions {
  readonly engines: readonly string[];
  /** Questions that are timed. */
  readonly timed: number;
  /** Emptied before and after. */
  readonly scratch: string;
  readonly say: (what: string) => void;
}

export interface Given {
  readonly name: string;
  readonly files: Iterable<CorpusFile>;
  readonly embedder: CorpusInfo['embedder'];
  /** Those of quality; none for texts that nobody judged. */
  readonly judged: readonly Question[];
  /** Those from which the timed ones are taken, evenly. */
  readonly questions: readonly Question[];
}

/** Builds every engine from the same corpus, then asks them: all questions for quality, then in turn for time. */
export async function run(given: Given, options: RunOptions): Promise<Measured> {
  const { scratch, say } = options;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  const folder = join(scratch, 'corpus');
  const corpus = await Corpus.write(folder, given.files, given.embedder);
  const running: RunningEngine[] = [];
  const failed: string[] = [];
  try {
    for (const engine of options.engines) {
      if (corpus.info.chunks > (ENGINES[engine]?.most ?? Infinity)) continue;
      say(`${given.name}: ${engine} builds of ${corpus.info.chunks} pieces`);
      const place = { engine, corpus: folder, folder: join(scratch, engine) };
      try {
        running.push(await startEngine(place));
      } catch (error) {
        failed.push(String(error));
      }
    }
    say(`${given.name}: quality of ${running.length} engines, ${given.judged.length} questions`);
    const quality = await measureQuality(running, given.judged);
    const questions = evenly(given.questions, options.timed);
    say(`${given.name}: time, ${questions.length} questions, ${options.rounds} rounds`);
    const before = loadOfMachine();
    const speed = await measureSpeed(running, questions, options);
    const load = [before, loadOfMachine()] as const;
    const costs = await Promise.all(running.map((engine) => costOf(engine, join(scratch, engine.engine))));
    return {
      name: given.name,
      chunks: corpus.info.chunks,
      questions: given.judged.length,
      quality,
      timed: questions.length,
      rounds: options.rounds,
      speed,
      costs,
      load,
      failed,
    };
  } finally {
    for (const engine of running) engine.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function costOf(engine: RunningEngine, folder: string): Promise<Cost> {
  return {
    engine: engine.engine,
    buildSeconds: engine.buildSeconds,
    memory: await engine.memory(),
    disk: await megabytesOf(folder),
  };
}

/** So many, spread over the whole list. */
function evenly<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / Math.max(1, count));
  return items.filter((_item, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, count);
}

function loadOfMachine(): number {
  return loadavg()[0] ?? NaN;
}
