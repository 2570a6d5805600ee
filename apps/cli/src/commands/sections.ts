import type { Command } from 'commander';
import { findDataDir, openStoresToRead, readConfig, type Stores } from '@quarry/platform';
import type { Section, SnapshotRef } from '@quarry/turn';
import { chosenSnapshots } from '../current-snapshot';
import { findDocument } from '../find-document';
import { integer, withData, withExamples, withJson, withScope, type ScopeOptions } from '../options';
import { printableJson } from '../printable';
import { renderDocuments, renderTree } from '../render-sections';
import type { CommandContext } from '../terminal';

interface SectionsOptions extends ScopeOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly depth?: number;
}

export function addSections(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'List the indexed documents that have sections, or the section tree of one: titles, pages, ids and summaries. ' +
        'Name a document by its path, id or title.',
    )
    .argument('[document]', 'document whose sections to list')
    .option('--depth <number>', 'number of levels to show below the document', integer(0, 100));
  withExamples(withJson(withData(withScope(command))), [
    ['quarry sections', 'documents'],
    ['quarry sections reports/2022.pdf', 'its sections'],
    ['quarry sections reports/2022.pdf --depth 1', 'only the top level'],
    ["quarry sections 2022.pdf --json | jq -r '.[].id'", 'ids'],
  ]).action(async (document: string | undefined, options: SectionsOptions) => {
    const config = readConfig({ dataDir: findDataDir(options.data) });
    const stores = await openStoresToRead(config);
    try {
      const ref = await chosenSnapshots(config, stores, options);
      const found = await listed(stores, ref, document);
      const { depth = Infinity } = options;
      const shown = found.sections.filter(({ level }) => level <= depth);
      if (options.json === true) terminal.out(`${printableJson(shown, 2)}\n`);
      else if (found.isTree) terminal.out(renderTree(shown, terminal.onOut));
      else if (shown.length > 0) terminal.out(renderDocuments(shown, terminal.onOut));
      else
        terminal.note(
          'no document of this index has sections: it holds only code, or an older version of Quarry indexed it.',
        );
    } finally {
      await stores.close();
    }
  });
}

/** All documents, or the tree of the named one. For a file of many documents, lists them. */
async function listed(
  { searchIndex }: Pick<Stores, 'searchIndex'>,
  ref: SnapshotRef,
  name: string | undefined,
): Promise<{ readonly sections: readonly Section[]; readonly isTree: boolean }> {
  const roots = await searchIndex.sections(ref, { rootsOnly: true });
  if (name === undefined) return { sections: roots, isTree: false };
  const info = await searchIndex.describe(ref);
  const [only, ...more] = findDocument(name, roots, info?.root ?? null);
  if (!only || more.length > 0) return { sections: only ? [only, ...more] : [], isTree: false };
  const stored = only.document === undefined ? only.path : `${only.path}/${only.document}`;
  return { sections: await searchIndex.sections(ref, { paths: [stored] }), isTree: true };
}
