import ignore from 'ignore';
import type { Label } from './label';

/** Name of the labels file, in the root of what is indexed. */
export const LABELS_FILE = 'quarry-labels.yaml';

/** One entry of a labels file. */
export interface LabelRule {
  /** Patterns of `.gitignore`, from the root. */
  readonly paths: readonly string[];
  /** Who may read; null: any group, and none. */
  readonly groups: readonly string[] | null;
  readonly sensitivity: string | null;
}

/** A labels file. */
export interface LabelRules {
  /** Steps of sensitivity, lowest first. */
  readonly ladder: readonly string[];
  /** Applies to files that no rule matches; null: only callers who read everything may read them. */
  readonly fallback: Omit<LabelRule, 'paths'> | null;
  /** In the order of the file; the last one that matches a path counts. */
  readonly rules: readonly LabelRule[];
}

/** Lists of groups by path, as an importer states them: a reader of the file is in one group of each list. */
export type StatedGroups = Readonly<Record<string, readonly (readonly string[])[]>>;

/**
 * Decides the label of each path. Pure: the same rules and the same path always have the same label.
 *
 * @example
 * const labels = new PathLabels(rules, {});
 * labels.of('payroll/2024.csv'); // { groups: [['finance']], sensitivity: 'confidential' }
 */
export class PathLabels {
  private readonly rules: readonly { readonly rule: LabelRule; readonly covers: ReturnType<typeof ignore> }[];

  constructor(
    private readonly file: LabelRules | null,
    private readonly stated: StatedGroups,
  ) {
    this.rules = (file?.rules ?? [])
      .map((rule) => ({ rule, covers: ignore({ ignorecase: false }).add([...rule.paths]) }))
      .toReversed();
  }

  /** Null: the path has no label. */
  of(path: string): Label | null {
    // The rules themselves say what there is to hide.
    if (path === LABELS_FILE) return null;
    // Patterns cannot be asked about a path that leads outside.
    if (!ignore.isPathValid(path)) return null;
    const found = this.rules.find(({ covers }) => covers.ignores(path));
    const rule = found?.rule ?? this.file?.fallback ?? null;
    const stated = Object.hasOwn(this.stated, path) ? (this.stated[path] ?? []) : [];
    if (rule === null && stated.length === 0) return null;
    const groups = rule?.groups ?? null;
    const ruled = groups === null ? [] : [groups];
    return { groups: [...ruled, ...stated], sensitivity: rule?.sensitivity ?? null };
  }
}

/** All groups that the rules and an importer name, sorted: others make no difference to any file. */
export function groupsIn(file: LabelRules | null, stated: StatedGroups): readonly string[] {
  const rules = file ? [...file.rules, ...(file.fallback ? [file.fallback] : [])] : [];
  return [
    ...new Set([...rules.flatMap(({ groups }) => groups ?? []), ...Object.values(stated).flat(2)]),
  ].sort();
}
