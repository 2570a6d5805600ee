import { Fault } from '@quarry/turn';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { SENSITIVITIES } from './label';
import { LABELS_FILE, type LabelRule, type LabelRules } from './rules';

/** Maximum characters of a labels file, entries of a list, and characters of a name. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_ENTRIES = 2_000;
const MOST_NAME = 100;

/**
 * Parses a labels file.
 * @throws Fault `bad_request` that names every problem as `file:line:column`
 *
 * @example
 * readLabelRules('default: {sensitivity: internal}\nrules:\n  - {paths: [payroll/], groups: [finance]}\n');
 */
export function readLabelRules(text: string, file = LABELS_FILE): LabelRules {
  if (text.length > MOST_CHARACTERS)
    throw new Fault(
      'bad_request',
      `${file} is longer than ${MOST_CHARACTERS} characters. Use fewer, wider patterns.`,
    );
  const reader = new RulesReader();
  const rules = reader.read(text);
  if (rules) return rules;
  const places = reader.problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new Fault('bad_request', `The labels file has errors:\n${places.join('\n')}`);
}

class RulesReader {
  readonly problems: { readonly line: number; readonly column: number; readonly message: string }[] = [];
  private readonly lines = new LineCounter();

  /** Null if there are problems. */
  read(text: string): LabelRules | null {
    const document = parseDocument(text, {
      lineCounter: this.lines,
      schema: 'core',
      prettyErrors: false,
      uniqueKeys: true,
    });
    for (const error of [...document.errors, ...document.warnings])
      this.report(error.pos[0], error.message.split('\n')[0] ?? error.code);
    const root = document.contents;
    if (this.problems.length > 0) return null;
    const fields = this.fields(root, ['sensitivities', 'default', 'rules'], 'it must be a map with `rules`');
    const ladder = fields.get('sensitivities');
    const steps = ladder === undefined ? SENSITIVITIES : this.names(ladder, 'sensitivities');
    if (ladder !== undefined && (steps.length === 0 || new Set(steps).size < steps.length))
      this.report(ladder?.range?.[0], '`sensitivities` must list one or more different names, lowest first');
    const fallback = fields.has('default') ? this.rule(fields.get('default') ?? null, steps, false) : null;
    const list = fields.get('rules');
    if (list !== undefined && !isSeq<Node>(list)) this.report(list?.range?.[0], '`rules` must be a list');
    const items = isSeq<Node>(list) ? list.items : [];
    if (items.length > MOST_ENTRIES) this.report(list?.range?.[0], `more than ${MOST_ENTRIES} rules`);
    const rules = items.slice(0, MOST_ENTRIES).map((item) => this.rule(item, steps, true));
    return this.problems.length > 0 ? null : { ladder: steps, fallback, rules };
  }

  private rule(node: Node | null, ladder: readonly string[], hasPaths: boolean): LabelRule {
    const keys = [...(hasPaths ? ['paths'] : []), 'groups', 'sensitivity'];
    const fields = this.fields(node, keys, `it must be a map with ${keys.join(', ')}`);
    const paths = fields.has('paths') ? this.names(fields.get('paths') ?? null, 'paths') : [];
    const list = fields.get('paths');
    if (hasPaths && (list === undefined || (isSeq<Node>(list) && list.items.length === 0)))
      this.report(node?.range?.[0], '`paths` must list one or more patterns');
    for (const path of paths)
      if (path.startsWith('!') || path.startsWith('#'))
        this.report(
          fields.get('paths')?.range?.[0],
          `pattern "${path.slice(0, 40)}": a later rule makes exceptions, not ! or #`,
        );
    const groups = fields.has('groups') ? this.names(fields.get('groups') ?? null, 'groups') : null;
    const sensitivity = this.step(fields.get('sensitivity'), ladder);
    if (groups === null && sensitivity === null)
      this.report(node?.range?.[0], 'say who may read: `groups`, `sensitivity` or both');
    return { paths, groups, sensitivity };
  }

  private step(node: Node | null | undefined, ladder: readonly string[]): string | null {
    if (node === undefined) return null;
    const name = isScalar(node) ? String(node.value) : '';
    if (ladder.includes(name)) return name;
    this.report(
      node?.range?.[0],
      `unknown sensitivity "${name.slice(0, 40)}"; the ladder is ${ladder.join(' < ')}`,
    );
    return null;
  }

  private fields(node: Node | null, known: readonly string[], otherwise: string): Map<string, Node | null> {
    const fields = new Map<string, Node | null>();
    if (!isMap<Node, Node | null>(node)) {
      this.report(node?.range?.[0], otherwise);
      return fields;
    }
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (known.includes(name)) fields.set(name, value);
      else this.report(key.range?.[0], `"${name.slice(0, 40)}" is unknown; supported: ${known.join(', ')}`);
    }
    return fields;
  }

  /** A list of names. */
  private names(node: Node | null, what: string): readonly string[] {
    if (!isSeq<Node>(node)) {
      this.report(node?.range?.[0], `\`${what}\` must be a list of names`);
      return [];
    }
    if (node.items.length > MOST_ENTRIES)
      this.report(node.range?.[0], `\`${what}\` has more than ${MOST_ENTRIES} entries`);
    return node.items.slice(0, MOST_ENTRIES).flatMap((item) => {
      const most = what === 'paths' ? 10 * MOST_NAME : MOST_NAME;
      const name = isScalar(item) && typeof item.value === 'string' ? item.value : '';
      if (name.trim() !== '' && name.length <= most) return [name];
      this.report(item.range?.[0], `an entry of \`${what}\` must be a text of 1 to ${most} characters`);
      return [];
    });
  }

  private report(at: number | undefined, message: string): void {
    const { line, col } = this.lines.linePos(at ?? 0);
    this.problems.push({ line: Math.max(line, 1), column: Math.max(col, 1), message });
  }
}
