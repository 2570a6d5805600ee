/** The ladder of a labels file that has none of its own, lowest first. */
export const SENSITIVITIES: readonly string[] = ['public', 'internal', 'confidential', 'restricted'];

/** Who may read a file. Null in place of a label: it is unknown, so only callers who read everything may. */
export interface Label {
  /** Lists of groups: a reader is in at least one group of each list. No lists: any group, and none, will do. */
  readonly groups: readonly (readonly string[])[];
  /** A reader is cleared for this step of the ladder or a higher one; null: needs no clearance. */
  readonly sensitivity: string | null;
}

/** What a caller may read, by its credential: everything, or what its groups and its sensitivity allow. */
export type Clearance =
  | 'all'
  | {
      readonly groups: readonly string[];
      /** The highest step of the ladder; null, and a name that the ladder lacks: the lowest. */
      readonly sensitivity: string | null;
    };

/** The groups and the step of a caller, reduced to what one labels file can tell apart. */
export interface Audience {
  /** Sorted. */
  readonly groups: readonly string[];
  /** A step of the ladder. */
  readonly sensitivity: string;
}

/** Whether an audience may read a file with this label. */
export function mayRead(
  { groups, sensitivity }: Audience,
  label: Label | null,
  ladder: readonly string[],
): boolean {
  if (label === null) return false;
  const needed = label.sensitivity === null ? 0 : ladder.indexOf(label.sensitivity);
  // A step that the ladder does not have is above all others.
  if (needed < 0 || needed > ladder.indexOf(sensitivity)) return false;
  return label.groups.every((list) => list.some((group) => groups.includes(group)));
}
