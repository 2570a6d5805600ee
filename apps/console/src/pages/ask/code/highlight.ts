import { createLowlight } from 'lowlight';
import { grammarOf } from './grammars';
import type { Part } from './part';

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Node = Tree['children'][number];

const lowlight = createLowlight();

/** What a class of highlight.js is shown as. Others look like plain text. */
const SHOWN: Readonly<Record<string, Part['as']>> = {
  ...{
    keyword: 'word',
    built_in: 'name',
    literal: 'word',
    'selector-tag': 'word',
    tag: 'word',
    section: 'word',
  },
  ...{ comment: 'comment', quote: 'comment', doctag: 'comment', meta: 'comment' },
  ...{ string: 'string', regexp: 'string', char: 'string', symbol: 'string', number: 'number' },
  ...{ title: 'name', type: 'name', attr: 'name', attribute: 'name', name: 'word', variable: null },
};

/**
 * The lines of a code, each in parts. Null if there is no grammar for the language.
 * @throws Error if the grammar cannot be loaded
 */
export async function highlight(
  lines: readonly string[],
  language: string,
): Promise<readonly (readonly Part[])[] | null> {
  const found = await grammarOf(language);
  if (!found) return null;
  const { name, grammar } = found;
  if (!lowlight.registered(name)) lowlight.register(name, grammar);
  const parts: Part[][] = [[]];
  for (const child of lowlight.highlight(name, lines.join('\n')).children) add(parts, child, null);
  return parts;
}

function add(lines: Part[][], node: Node, around: Part['as']): void {
  if (node.type === 'element') {
    const as = shownAs(node.properties['className']) ?? around;
    for (const child of node.children) if (child.type !== 'comment') add(lines, child, as);
  } else if (node.type === 'text')
    for (const [at, text] of node.value.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, as: around });
    }
}

/** By the first class: `hljs-title function_`. */
function shownAs(classes: unknown): Part['as'] | undefined {
  const name = Array.isArray(classes) ? String(classes[0]).replace(/^hljs-/, '') : '';
  return Object.hasOwn(SHOWN, name) ? SHOWN[name] : undefined;
}
