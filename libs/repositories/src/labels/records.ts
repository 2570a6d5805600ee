import type { Audience } from './label';
import type { LabelRules, StatedGroups } from './rules';

/** Collections of the record store. */
export const LABELS = 'labels';
export const STATED_GROUPS = 'stated_groups';
export const LABEL_VIEWS = 'label_view';

/** Tag of views that an indexer must build. */
export const WANTED = 'wanted';

/** Characters of JSON that a record of stated groups can have; a record holds 1 MB. */
export const MOST_STATED = 900_000;

/** Views of one snapshot. Each is a copy of a part of its index. */
export const MOST_VIEWS = 64;

/** The labels of a snapshot that are in force. */
export interface SnapshotLabels {
  /** Changes with every change of a rule or of a stated group. */
  readonly version: string;
  /** Null without a labels file. */
  readonly rules: LabelRules | null;
  /** Why the labels file cannot be read; null if it can. */
  readonly rulesProblem: string | null;
  /** Why the labels cannot be applied, so that only callers who read everything may read; null if they can. */
  readonly problem: string | null;
  /** Steps of sensitivity, lowest first. */
  readonly ladder: readonly string[];
  /** All groups that make a difference, sorted. */
  readonly groups: readonly string[];
  /** `request`: the rules were put through the API, and stay in force when the sources are indexed again. */
  readonly source?: 'request';
}

/** What an importer states: one record of a snapshot. */
export interface StatedRecord {
  readonly stated: StatedGroups;
  /** Why they cannot be applied; null if they can. */
  readonly problem: string | null;
}

/** What a view contains. */
export interface ViewCounts {
  readonly files: number;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  readonly pendingVectors: number;
}

/** A view of a snapshot: what one audience may read of it, under one version of its labels. */
export interface LabelView {
  /** Names in the stores of the whole snapshot. */
  readonly repository: string;
  readonly snapshot: string;
  /** As {@link viewIdOf} of its stored name. */
  readonly id: string;
  readonly audience: Audience;
  readonly version: string;
  /** Null: not built yet, or deleted. */
  readonly counts: ViewCounts | null;
}
