import { defined, frontMatterLines, PAGE_LANGUAGES, type Evidence } from '@quarry/turn';
import { licenseLines } from './license-header';
import { fencedCode, type PageCode } from './page-code';
import { simpleName, wordsOf } from './terms';

/** One line of evidence, parsed once. */
export interface Line {
  /** Number in the file, from 1. */
  readonly number: number;
  readonly text: string;
  /** `noise`: blank, punctuation only, or an import: it says nothing about what the code does. */
  readonly kind: 'definition' | 'comment' | 'plain' | 'noise';
  /** Stems of all words, including those within names. */
  readonly words: ReadonlySet<string>;
  /** Names as written, and their last parts, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Last part of the name that the line defines, if it is a definition. */
  readonly defines?: string;
  /** Of a line of a block of code in a page: the language that the page states, or ''. */
  readonly code?: string;
}

/** Longer lines (minified code) are read up to this length. A paragraph can be one line. */
const MAX_LINE = 400;
const MAX_PARAGRAPH = 4_000;

const DEFINITION =
  /^(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|readonly|override|virtual|sealed|partial|unsafe|extern|const|pub(?:\([a-z]+\))?) )*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|namespace|module|record|protocol|object|(?:create|alter)(?: or (?:alter|replace))? (?:proc|procedure|table|view|function|trigger))\b/i;
/** A method in C#, Java or TypeScript: modifiers or a name, then parameters, then a body or nothing. */
const METHOD =
  /^(?:(?:public|private|protected|internal|static|async|override|virtual|final|abstract) ).{0,120}\(|^(?:(?:get|set) )?[\w$#]+\([^;]{0,200}\{$/;
/** An assigned function: `const retry = async (job) => {`, `exports.retry = function (job) {`, `retry: (job) => {`. */
const ASSIGNED =
  /^(?:(?:export|static|const|let|var) ){0,3}([\w$.#]{1,80}) ?[=:] ?(?:async )?(?:function\b|(?:\([^()]{0,120}\)|\w{1,40}) ?=>)/;
const STATEMENT = /^(?:if|for|foreach|while|switch|catch|return|else|do|try|await|throw|using|lock|with)\b/;
const COMMENT = /^(?:\/\/|\/\*|\*(?!\/)|--|"""|'''|<!--|#(?!include|define|if|end|region|\w))/;
const NOISE =
  /^(?:import\b.{0,200}|from \S+ import\b|using [\w.]+;|use [\w:{]|package [\w.]+;?$|#include\b|.{0,200}\brequire\(|export \* from\b|[^\p{L}\p{N}]*$|(?:\*\/|end|else|\}\s*else\s*\{)$)/u;
const TEMPLATE_TAG =
  /^(?:\.\. (?:tabs|tab|group-tab|code-tab|tab-item|code-block|sourcecode|highlight|literalinclude|include|toctree|contents|index|module|currentmodule|image|figure|raw|only|container|click:\w{1,20}|_[^:\n]{1,60}):.{0,200}$|\{%[^%]{0,200}%\}|\{\{[<%][^{}]{0,200}[>%]\}\}|:::+ ?[\w-]{0,40}|<\/?[\w-]{1,40}>)$/;
/** With the names by which imported indexes call them. */
const PROSE: ReadonlySet<string> = new Set([...PAGE_LANGUAGES, 'md', 'plaintext', 'rst']);

export function isProse(evidence: Evidence): boolean {
  return (
    evidence.document !== undefined ||
    PROSE.has((evidence.language ?? '').toLowerCase()) ||
    /\.(?:md|mdx|txt|rst|adoc|html?)$/i.test(evidence.path)
  );
}

/** Whether evidence is from a page of a folder: not a document of a corpus, and not a file with pages of its own. */
export function isPage(evidence: Evidence): boolean {
  return isProse(evidence) && evidence.document === undefined && evidence.format === undefined;
}

/** A line of a page that is only a tag of its generator: `{% tabs %}`, `{{< note >}}`, `:::tip`, `.. tabs::`. */
export function isTemplateTag(line: string): boolean {
  return TEMPLATE_TAG.test(line.trim());
}

export function readLines(evidence: Evidence): readonly Line[] {
  const prose = isProse(evidence);
  const texts = evidence.text.split(/\r?\n/);
  const documented = evidence.language === 'python' ? docstringsIn(texts) : NONE;
  const fenced = prose ? fencedCode(texts) : NO_CODE;
  const begins = evidence.startLine !== 1 ? 0 : prose ? frontMatterEnd(texts) : licenseLines(texts);
  return texts.slice(begins).map((text, after) => {
    const index = begins + after;
    const read = text.slice(0, prose ? MAX_PARAGRAPH : MAX_LINE);
    // A comment of a shell is no heading.
    const own = fenced.has(index) && read.trim() !== '' ? 'plain' : kindOf(read.trim(), prose);
    const kind = documented.has(index) && own !== 'noise' ? 'comment' : own;
    const defines = kind === 'definition' && !prose ? definedName(read.trim()) : undefined;
    const code = fenced.get(index);
    return {
      number: evidence.startLine + index,
      text,
      kind,
      ...defined({ defines, code }),
      words: new Set(wordsOf(read)),
      names: namesIn(read),
    };
  });
}

const NONE: ReadonlySet<number> = new Set();
const NO_CODE: PageCode = new Map();
/** Lines that settings at the beginning of a page have at most. */
const MOST_SETTINGS = 60;

/** Where the text of a page begins, below the settings of its generator between two rules. */
function frontMatterEnd(texts: readonly string[]): number {
  const lines = frontMatterLines(texts, MOST_SETTINGS);
  return texts.slice(lines).some((text) => text.trim() !== '') ? lines : 0;
}

/** Lines within a text in triple quotes that stands by itself: the documentation of a definition. */
function docstringsIn(texts: readonly string[]): ReadonlySet<number> {
  const within = new Set<number>();
  let open: string | undefined;
  for (const [at, text] of texts.entries()) {
    const line = text.trim();
    const quote = open ?? /^[rRuU]?(\"\"\"|''')/.exec(line)?.[1];
    if (quote === undefined) continue;
    within.add(at);
    const marks = line.split(quote).length - 1;
    if (open === undefined) open = marks % 2 === 1 ? quote : undefined;
    else if (marks > 0) open = undefined;
  }
  return within;
}

function kindOf(line: string, prose: boolean): Line['kind'] {
  if (prose)
    return line === '' || isTemplateTag(line) ? 'noise' : line.startsWith('#') ? 'definition' : 'plain';
  if (COMMENT.test(line)) return /\p{L}/u.test(line) ? 'comment' : 'noise';
  if (NOISE.test(line)) return 'noise';
  return DEFINITION.test(line) || ASSIGNED.test(line) || (METHOD.test(line) && !STATEMENT.test(line))
    ? 'definition'
    : 'plain';
}

/** The name after the keyword (and after Go's receiver), or before the parameters. */
function definedName(line: string): string | undefined {
  const keyword = DEFINITION.exec(line)?.[0];
  if (keyword !== undefined)
    return namesOf(line.slice(keyword.length).replace(/^\s*\([^)]{0,100}\)/, '')).at(0);
  const assigned = ASSIGNED.exec(line)?.[1];
  if (assigned !== undefined) return namesOf(assigned).at(-1);
  return namesOf((line.split('(', 1)[0] ?? '').replace(/<[^>]*>\s*$/, '')).at(-1);
}

/** Names in a text, each by its last part. */
function namesOf(text: string): readonly string[] {
  const runs = text.match(/[\p{L}\p{N}_$]+(?:[.\]["[]+[\p{L}\p{N}_$]+)*/gu) ?? [];
  return runs.map((run) => run.split(/[.\]["[]+/).at(-1) ?? run);
}

/** Runs of names and their parts: `this.store.save(x)` yields `this.store.save`, `this`, `store`, `save` and `x`. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [run] of text.matchAll(/[\p{L}_$@][\p{L}\p{N}_$@]*(?:(?:::|->|[.\-/])[\p{L}\p{N}_$]+)*/gu)) {
    const lower = run.toLowerCase();
    names.add(lower);
    names.add(simpleName(lower));
    for (const part of lower.split(/::|->|[.\-/]/)) names.add(part);
  }
  return names;
}
