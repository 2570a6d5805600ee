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
    .summary('write a set into a folder')
    .description("Write a set into a folder, in the form that 'quarry eval' and 'quarry golden import' read.")
    .argument('<set>', 'name of the set')
    .argument('<folder>', 'folder to write; made where it is not there');
  withExamples(withData(write), [
    ['quarry golden export billing ./billing-set', ''],
    ['quarry eval ./billing-set --pipelines code', 'ask it without a store of golden sets'],
  ]).action((name: string, folder: string, options: GoldenOptions) =>
    withGolden(options.data, async ({ sets, workspace }) => {
      const set = presentSet(await sets.read(LOCAL_TENANT, name));
      const root = workspace?.root ?? null;
      const others = await exportSet(set, resolve(folder), root);
      if (root === null)
        terminal.note("what was indexed is not known: 'corpus' of set.yaml is to be written by hand.");
      if (others > 0)
        terminal.note(
          `${others} questions have gold places alone: in gold-only.jsonl, which 'quarry eval' does not read.`,
        );
      terminal.out(`${resolve(folder)}: ${set.size} questions\n`);
    }),
  );

  const read = group
    .command('import')
    .summary('add the questions of a folder')
    .description(
      'Add the questions of a folder to a set, which is begun where it is not there. What is there already stays.',
    )
    .argument('<set>', 'name of the set')
    .argument('<folder>', 'folder with questions.jsonl, e.g. of an export');
  withExamples(withData(read), [['quarry golden import billing ./billing-set', '']]).action(
    (name: string, folder: string, options: GoldenOptions) =>
      withGolden(options.data, async ({ sets }) => {
        const drafts = await readQuestions(resolve(folder));
        const known = (await sets.list(LOCAL_TENANT)).some((set) => set.name === name);
        if (!known) await sets.create(LOCAL_TENANT, checkName(name), '');
        let added = 0;
        for (const draft of drafts) if ((await sets.add(LOCAL_TENANT, name, draft)).created) added += 1;
        terminal.out(`${name}: ${added} questions added, ${drafts.length - added} were there already\n`);
      }),
  );
}
