import { TURN_GROUPS, type Turn, type TurnGroup, type TurnPatch } from '@quarry/turn';

/** A turn as a carrier keeps it: one string per field, groups as JSON, so that a hop rewrites only what changed. */
export type TurnFields = Readonly<Record<string, string>>;

/** Fields of a turn that never change after its start. */
export function fixedFields(turn: Turn): Record<string, string> {
  return {
    format: String(turn.format),
    id: turn.id,
    tenant: turn.tenant,
    session: turn.session,
    pipeline: turn.pipeline,
    askedAt: String(turn.askedAt),
    deadline: String(turn.deadline),
    options: JSON.stringify(turn.options),
  };
}

/** The groups that a patch carries, as JSON. An absent group stays as it is. */
export function groupFields(patch: TurnPatch): Partial<Record<TurnGroup, string>> {
  const fields: Partial<Record<TurnGroup, string>> = {};
  for (const group of TURN_GROUPS) {
    const value = patch[group];
    if (value !== undefined) fields[group] = JSON.stringify(value);
  }
  return fields;
}

/** The groups of a patch again. */
export function groupsFromFields(fields: Partial<Record<TurnGroup, string>>): TurnPatch {
  return Object.fromEntries(
    Object.entries(fields).map(([group, value]): [string, unknown] => [group, JSON.parse(value)]),
  );
}

/** The document again. Fields that a carrier adds for itself are left out. */
export function turnFromFields(fields: TurnFields): Turn {
  const groups = Object.fromEntries(
    TURN_GROUPS.map((group): [string, unknown] => [group, JSON.parse(fields[group] ?? 'null')]),
  ) as Pick<Turn, TurnGroup>;
  return {
    ...groups,
    ...newerGroups(groups),
    options: JSON.parse(fields.options ?? '{"depth":"auto","budget":{}}') as Turn['options'],
    format: Number(fields.format),
    id: fields.id ?? '',
    tenant: fields.tenant ?? '',
    session: fields.session ?? '',
    pipeline: fields.pipeline ?? '',
    askedAt: Number(fields.askedAt),
    deadline: Number(fields.deadline),
  };
}

/** What a turn that an older gateway opened lacks. */
function newerGroups({
  assessments,
  degraded,
  spent,
}: {
  readonly assessments: Turn['assessments'] | null;
  readonly degraded?: Turn['degraded'] | null;
  readonly spent: Omit<Turn['spent'], 'calls'> & Partial<Pick<Turn['spent'], 'calls'>>;
}): Pick<Turn, 'assessments' | 'degraded' | 'spent'> {
  return {
    assessments: assessments ?? [],
    degraded: degraded ?? [],
    spent: { ...spent, calls: spent.calls ?? [] },
  };
}

/** UTF-8 bytes of the values: what limits are measured in. */
export function fieldBytes(fields: Partial<Record<string, string>>): number {
  let bytes = 0;
  for (const value of Object.values(fields)) bytes += Buffer.byteLength(value ?? '');
  return bytes;
}

/** UTF-8 bytes of each value. */
export function fieldSizes(fields: Partial<Record<string, string>>): Map<string, number> {
  return new Map(Object.entries(fields).map(([field, value]) => [field, Buffer.byteLength(value ?? '')]));
}

/**
 * What an ended turn no longer keeps: the packed context and the raw reply repeat text that the evidence and the answer
 * hold. The evidence stays, because clients show it; a turn therefore weighs about as much as its evidence until its TTL.
 */
const DROPPED_AT_END = ['context', 'reply'] as const satisfies readonly TurnGroup[];

/** These groups, empty. */
export function droppedAtEnd(): TurnPatch {
  return Object.fromEntries(DROPPED_AT_END.map((group) => [group, null]));
}
