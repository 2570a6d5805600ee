import { join } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import { indexRepository } from '../index-repository';
import { extractPlain, linkPlain } from './plain-functions';

/** A process that indexes `folder/repo` and prints every step of its progress, so that a test can kill it midway. */
async function main(folder: string): Promise<void> {
  await indexRepository({
    root: join(folder, 'repo'),
    ref: { repository: 'demo', snapshot: 'main' },
    searchIndex: openSearchIndex(`sqlite:${folder}/data/search`),
    graphStore: openGraphStore(`sqlite:${folder}/data/graph`),
    masker: null,
    embedder: null,
    extractFor: (path) => (path.endsWith('.plain') ? extractPlain : null),
    link: { all: (facts) => ({ graph: linkPlain(facts), state: null }) },
    openDocuments: () => openDocumentReader({ execArgv: process.execArgv }),
    cacheFile: join(folder, 'data/facts.db'),
    lockFile: join(folder, 'data/index.lock'),
    onProgress: ({ phase, done }) => process.stdout.write(`${phase} ${done}\n`),
  });
}

void main(process.argv[2] ?? '');
