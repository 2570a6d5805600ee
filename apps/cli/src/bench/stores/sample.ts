import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readDataSet, type GoldQuestion, relevantGrades } from '@quarry/evaluation';

/** A set, or a part of one. */
export interface Sample {
  /** Names the set and the part, because each part has its own index. */
  readonly name: string;
  /** Absolute path of a JSONL file. */
  readonly corpus: string;
  readonly questions: readonly GoldQuestion[];
}

export interface SampleOptions {
  /** Maximum number of questions, from the first. */
  readonly questions?: number;
  /** Maximum number of documents: those that answer the questions, then the first of the others. */
  readonly documents?: number;
}

/** Reads a set. Writes the corpus of a part to `folder`. @throws as `readDataSet` */
export async function readSample(
  set: string,
  folder: string,
  { questions, documents }: SampleOptions,
): Promise<Sample> {
  const data = await readDataSet(set);
  const asked = data.questions.slice(0, questions ?? Infinity);
  if (documents === undefined) return { name: data.name, corpus: data.corpus, questions: asked };
  const gold = new Set(asked.flatMap(({ gold }) => [...relevantGrades(gold).keys()]));
  const name = `${data.name}-${documents}-of-${asked.length}`;
  const lines: string[] = [];
  let others = Math.max(0, documents - gold.size);
  for await (const line of createInterface({ input: createReadStream(data.corpus) })) {
    if (line.trim() === '') continue;
    const isGold = gold.has(String((JSON.parse(line) as { readonly _id?: unknown })._id));
    if (!isGold && others-- <= 0) continue;
    lines.push(line);
  }
  await mkdir(folder, { recursive: true });
  const corpus = join(folder, `${name}.jsonl`);
  await writeFile(corpus, `${lines.join('\n')}\n`);
  return { name, corpus, questions: asked };
}
