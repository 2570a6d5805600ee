/** `npm run bench:prompts -- DATA QUESTIONS`: see README.md. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChatModel } from '@quarry/chat-model';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { commonShare, median } from './shares.ts';

const { values, positionals } = parseArgs({
  options: {
    pipelines: { type: 'string', default: 'code,cgrag,adaptive,corag' },
    limit: { type: 'string', default: '40' },
  },
  allowPositionals: true,
});
const [dataDir, file] = positionals;
if (dataDir === undefined || file === undefined)
  throw new Error('Name a data folder and a file of questions: npm run bench:prompts -- DATA QUESTIONS');

const questions = readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, Number(values.limit));
/** Prompts of the current turn, by what they ask for. */
const prompts = new Map<string, string[]>();
const config = readConfig(
  { dataDir, carrier: 'memory', embedderUrl: 'none', logLevel: 'silent' },
  {},
  'serve',
);
const platform = await openPlatform(config);
const running = await startServices({
  platform: { ...platform, chatModel: recorded(platform.chatModel) },
  pipelines: loadAskablePipelines(config),
});
console.log(
  '| pipeline | prompt | turns with several | pairs | share in common, median | pairs of .85 and more |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
try {
  for (const pipeline of values.pipelines.split(',')) await measure(pipeline);
} finally {
  await running.close();
}

/** Prints a row for each prompt that a pipeline sends several times in a turn. */
async function measure(pipeline: string): Promise<void> {
  const shares = new Map<string, number[]>();
  const turns = new Map<string, number>();
  for (const question of questions) {
    prompts.clear();
    const { turnId } = await running.turns!.ask({ tenant: 'local', question, pipeline, isEnglish: true });
    await running.turns!.settled('local', turnId);
    for (const [task, sent] of prompts) {
      if (sent.length < 2) continue;
      turns.set(task, (turns.get(task) ?? 0) + 1);
      const pairs = sent.slice(1).map((next, at) => commonShare(sent[at]!, next));
      shares.set(task, [...(shares.get(task) ?? []), ...pairs]);
    }
  }
  for (const [task, all] of shares)
    console.log(
      `| ${pipeline} | ${task} | ${turns.get(task) ?? 0} | ${all.length} | ${median(all).toFixed(2)} | ${all.filter((share) => share >= 0.85).length} |`,
    );
}

function recorded(model: ChatModel): ChatModel {
  return {
    id: model.id,
    generative: model.generative,
    complete: (request) => {
      const { task } = request.inputs;
      const text = request.messages.map(({ role, content }) => `${role}\n${content}`).join('\n');
      prompts.set(task, [...(prompts.get(task) ?? []), text]);
      return model.complete(request);
    },
  };
}
