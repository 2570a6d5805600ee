import type { Command } from 'commander';
import { resolve } from 'node:path';
import { LOCAL_TENANT } from '@quarry/application/access';
import { presentSet } from '@quarry/application/golden-sets';
import { exportSet, readQuestions } from '../golden/golden-files';
import { checkName, type GoldenOptions } from '../golden/golden-options';
import { withGolden } from '../golden/golden-stores';
import { withData, withExamples } from '../options';
import type { Terminal } from '../terminal';

/** `export` and `import` of golden sets. */
export function addGoldenFiles(group: Command, terminal: Terminal): void {
  const write = group
    .command('export')
    .summary('write a set to a folder')
    .description("Write a set to a folder, in the format that 'quarry eval' and 'quarry golden import' read.")
    .argument('<set>', 'name of the set')
    .argument('<folder>', 'folder to write to; created if it does not exist');
  withExamples(withData(write), [
    ['quarry golden export billing ./billing-set', ''],
    ['quarry eval ./billing-set --pipelines code', 'measure it as an evaluation set'],
  ]).action((name: string, folder: string, options: GoldenOptions) =>
    withGolden(options.data, async ({ sets, workspace }) => {
      const set = presentSet(await sets.read(LOCAL_TENANT, name));
      const root = workspace?.root ?? null;
      const others = await exportSet(set, resolve(folder), root);
      if (root === null) terminal.note("the indexed folder is unknown: add 'corpus' to set.yaml by hand.");
      if (others > 0)
        terminal.note(
          `${others} questions have only gold places: they are in gold-only.jsonl, which 'quarry eval' does not read.`,
        );
      terminal.out(`${resolve(folder)}: ${set.size} questions\n`);
    }),
  );

  const read = group
    .command('import')
    .summary('add the questions of a folder to a set')
    .description(
      'Add the questions of a folder to a set, which is created if it does not exist. Existing questions stay.',
    )
    .argument('<set>', 'name of the set')
    .argument('<folder>', 'folder with questions.jsonl, e.g. from an export');
  withExamples(withData(read), [['quarry golden import billing ./billing-set', '']]).action(
    (name: string, folder: string, options: GoldenOptions) =>
      withGolden(options.data, async ({ sets }) => {
        const drafts = await readQuestions(resolve(folder));
        const known = (await sets.list(LOCAL_TENANT)).some((set) => set.name === name);
        if (!known) await sets.create(LOCAL_TENANT, checkName(name), '');
        let added = 0;
        for (const draft of drafts) if ((await sets.add(LOCAL_TENANT, name, draft)).created) added += 1;
        terminal.out(`${name}: ${added} questions added, ${drafts.length - added} already existed\n`);
      }),
  );
}
