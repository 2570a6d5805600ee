import { readFile } from 'node:fs/promises';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { Fault } from '@quarry/turn';

/**
 * Number of parser steps after which a file is abandoned (the parser reports progress every few hundred operations).
 * Counting instead of timing makes the same file always produce the same facts; ordinary files stay far below.
 */
const MAX_PROGRESS = 200_000;

const loaded = new Map<string, Language>();
let parser: Parser | undefined;
/** The last load: one grammar is loaded after another. */
let loading: Promise<void> = Promise.resolve();

/** Loads the parser and the named grammars, each once per process. @throws Fault `setup_failed` if a file is missing */
export function loadGrammars(names: readonly string[]): Promise<void> {
  if (names.every((name) => loaded.has(name))) return Promise.resolve();
  const next = loading.then(() => load(names));
  loading = next.catch(() => undefined);
  return next;
}

async function load(names: readonly string[]): Promise<void> {
  try {
    if (!parser) {
      await Parser.init();
      parser = new Parser();
    }
    for (const name of names) {
      if (loaded.has(name)) continue;
      const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
      loaded.set(name, await Language.load(await readFile(file)));
    }
  } catch (cause) {
    throw new Fault(
      'setup_failed',
      'The grammars for reading code could not be loaded; install the dependencies again.',
      { cause },
    );
  }
}

/** Parses with a loaded grammar; null if the parser gave up. The caller deletes the tree. */
export function parseWith(grammar: string, source: string): Tree | null {
  const language = loaded.get(grammar);
  if (!language || !parser) {
    throw new Fault(
      'internal',
      `The grammar ${grammar} is not loaded; call loadLanguages() before reading files.`,
    );
  }
  parser.setLanguage(language);
  let steps = 0;
  const tree = parser.parse(source, null, { progressCallback: () => ++steps > MAX_PROGRESS });
  if (!tree) parser.reset();
  return tree;
}
