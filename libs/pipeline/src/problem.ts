import { relative } from 'node:path';

/** A place in a pipeline's files. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A problem in a pipeline's files. An `error` prevents the pipeline from being loaded, a `warning` does not. */
export interface Problem extends Place {
  readonly severity: 'error' | 'warning';
  /** One line, with the nearest valid name if there is one. */
  readonly message: string;
}

/** Maximum number of reported problems per file. */
const MAX_PER_FILE = 100;

/** `path/pipeline.yaml:LINE:COLUMN: what is wrong`, with the path relative to `cwd` if it is below. */
export function formatProblem(problem: Problem, cwd: string): string {
  const local = relative(cwd, problem.file);
  const file = local === '' || local.startsWith('..') ? problem.file : local;
  const kind = problem.severity === 'warning' ? 'warning: ' : '';
  return oneLine(`${file}:${problem.line}:${problem.column}: ${kind}${problem.message}`);
}

/** Text from a file for a message: quoted, short, without control characters. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return `'${oneLine(short)}'`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/**
 * Receives the problems that checks find. The same problem of a shared base is reported once, for any number of
 * children.
 */
export interface Report {
  error(at: Place, message: string): void;
  warn(at: Place, message: string): void;
  /** Number of errors reported so far, including repeated ones. */
  errors(): number;
}

/** Collects the problems of all files of one run of the loader. */
export class ProblemList {
  private readonly found = new Map<string, Problem>();
  private readonly perFile = new Map<string, number>();

  /** A report whose messages name `pipeline` if they point to another file than `file`. */
  report(pipeline?: { readonly name: string; readonly file: string }): Report {
    let errors = 0;
    const add = (severity: Problem['severity'], at: Place, message: string): void => {
      if (severity === 'error') errors += 1;
      const inherited = pipeline && pipeline.file !== at.file && !at.file.endsWith('.md');
      this.add({ severity, ...at, message }, inherited ? ` (in pipeline ${quote(pipeline.name)})` : '');
    };
    return {
      error: (at, message) => add('error', at, message),
      warn: (at, message) => add('warning', at, message),
      errors: () => errors,
    };
  }

  private add(problem: Problem, suffix: string): void {
    const { file, line, column, severity } = problem;
    const message = oneLine(problem.message);
    const key = JSON.stringify([file, line, column, message]);
    const count = this.perFile.get(file) ?? 0;
    if (this.found.has(key) || count >= MAX_PER_FILE) return;
    this.perFile.set(file, count + 1);
    this.found.set(key, { severity, file, line, column, message: message + suffix });
  }

  /** All problems, by file and place. */
  sorted(): Problem[] {
    return [...this.found.values()].sort(
      (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

/** Order by code units, which is the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
