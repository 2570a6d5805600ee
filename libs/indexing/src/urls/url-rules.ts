import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { isWebAddress } from './web-address';

/** One entry of a registry. */
export interface UrlRule {
  /** Path prefix or `.gitignore` pattern, from the root, without a leading `/`; empty: everything. */
  readonly path: string;
  /** Base to which the rest of the path is appended, or a template with `{path}`, `{rest}`, `{document}`, `{line}`. */
  readonly url: string;
  /** Extensions that URLs omit, e.g. `.md`. */
  readonly strip: readonly string[];
  /** Names of pages, without extension, that represent their folder, e.g. `index`. */
  readonly index: readonly string[];
}

export interface RuleProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const KEYS = ['path', 'url', 'strip', 'index'];
const PLACEHOLDERS = ['path', 'rest', 'document', 'line'];

/** Parses the rules and reports every problem. */
export function readRules(text: string): {
  readonly rules: readonly UrlRule[];
  readonly problems: readonly RuleProblem[];
} {
  return new RuleReader().read(text);
}

class RuleReader {
  private readonly lines = new LineCounter();
  private readonly problems: RuleProblem[] = [];

  read(text: string): { rules: readonly UrlRule[]; problems: readonly RuleProblem[] } {
    const document = parseDocument(text, { lineCounter: this.lines, schema: 'core', prettyErrors: false });
    for (const error of [...document.errors, ...document.warnings])
      this.report(error.pos[0], error.message.split('\n')[0] ?? error.code);
    const list = document.contents;
    const rules: UrlRule[] = [];
    if (this.problems.length > 0 || list === null) return { rules, problems: this.problems };
    if (!isSeq<Node>(list)) this.report(list.range[0], 'it must be a list of entries {path, url}');
    else for (const entry of list.items) rules.push(...this.rule(entry));
    return { rules, problems: this.problems };
  }

  private rule(entry: Node): UrlRule[] {
    if (!isMap<Node, Node | null>(entry)) {
      this.report(entry.range?.[0], 'an entry must be a map with path and url');
      return [];
    }
    const values = new Map<string, Node | null>();
    for (const { key, value } of entry.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (!KEYS.includes(name))
        this.report(key.range?.[0], `"${name.slice(0, 40)}" is unknown; supported: ${KEYS.join(', ')}`);
      values.set(name, value);
    }
    const path = this.text(entry, values, 'path');
    const url = this.text(entry, values, 'url');
    const strip = this.list(values.get('strip'), 'strip', /^\.[\p{L}\p{N}.]+$/u, 'an extension such as .md');
    const index = this.list(values.get('index'), 'index', /^[^/\s]+$/, 'the name of a page such as index');
    if (url !== null) this.checkUrl(values.get('url'), url);
    return path === null || url === null
      ? []
      : [{ path: path.replace(/^\.?\//, '').replace(/^\.$/, ''), url, strip, index }];
  }

  private checkUrl(node: Node | null | undefined, url: string): void {
    for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/g))
      if (!PLACEHOLDERS.includes(name))
        this.report(
          node?.range?.[0],
          `{${name.slice(0, 40)}} is unknown; supported: ${PLACEHOLDERS.map((one) => `{${one}}`).join(', ')}`,
        );
    // A placeholder in the host name would let a path choose the host.
    const fixed = url.split('{', 1)[0] ?? '';
    if (!isWebAddress(fixed) || (fixed !== url && !/^https?:\/\/[^/]+\//i.test(fixed)))
      this.report(
        node?.range?.[0],
        `url must begin with http:// or https:// and a host, not "${url.slice(0, 60)}"`,
      );
  }

  private text(entry: Node, values: ReadonlyMap<string, Node | null>, name: string): string | null {
    const node = values.get(name);
    if (isScalar(node) && typeof node.value === 'string' && (node.value !== '' || name === 'path'))
      return node.value;
    this.report((node ?? entry).range?.[0], `${name} must be a string`);
    return null;
  }

  private list(node: Node | null | undefined, name: string, form: RegExp, what: string): string[] {
    if (node === undefined) return [];
    if (!isSeq<Node>(node)) {
      this.report(node?.range?.[0], `${name} must be a list`);
      return [];
    }
    return node.items.flatMap((item) => {
      if (isScalar(item) && typeof item.value === 'string' && form.test(item.value)) return [item.value];
      this.report(item.range?.[0], `an entry of ${name} must be ${what}`);
      return [];
    });
  }

  private report(offset: number | undefined, message: string): void {
    const { line, col } = this.lines.linePos(offset ?? 0);
    this.problems.push({ line: Math.max(1, line), column: Math.max(1, col), message });
  }
}
