import {
  EMPTY_GROUPS,
  NOTHING_SPENT,
  TURN_FORMAT,
  TURN_GROUPS,
  type Turn,
  type TurnGroup,
  type TurnPatch,
} from '@quarry/turn';
import { mergeEvidence, piecesFrom, pieceFields, type EvidencePieces } from './evidence-pieces';

/** A turn in a carrier's format: one string per field, groups as JSON, so that a hop rewrites only what changed. */
export type TurnFields = Readonly<Record<string, string>>;

/** Fields of a turn that never change after its start. */
function fixedFields(turn: Turn): Record<string, string> {
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

/** The fields that a commit writes. A process of a version without pieces leaves the turn to one that knows them. */
export function patchFields({ evidence, ...groups }: TurnPatch, pieces?: EvidencePieces): TurnFields {
  const found = pieceFields(pieces ?? evidence ?? []);
  const fields = { ...groupFields(groups), ...found };
  return Object.keys(found).length > 0 ? { ...fields, format: String(TURN_FORMAT) } : fields;
}

/** The groups of a patch, as JSON. An absent group does not change. */
export function groupFields(patch: TurnPatch): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const group of TURN_GROUPS) {
    const value = patch[group];
    if (value !== undefined) fields[group] = JSON.stringify(value);
  }
  return fields;
}

const EMPTY: TurnPatch = EMPTY_GROUPS;
const EMPTY_FIELDS = groupFields(EMPTY);

/** All fields of a new turn. Empty ones are omitted, because every hop reads the existing ones. */
export function openingFields(turn: Turn): Record<string, string> {
  const fields = fixedFields(turn);
  for (const group of TURN_GROUPS) {
    const value = turn[group];
    // A new turn shares the empty values.
    if (value === undefined || value === EMPTY[group]) continue;
    const text = JSON.stringify(value);
    if (text !== EMPTY_FIELDS[group]) fields[group] = text;
  }
  return fields;
}

/** The groups of a document that {@link patchFields} change. */
export function groupsAfter({ evidence }: Pick<Turn, 'evidence'>, fields: TurnFields): TurnPatch {
  const groups = TURN_GROUPS.flatMap((group) => {
    const text = fields[group];
    return text === undefined ? [] : [[group, JSON.parse(text) as unknown] as const];
  });
  const pieces = piecesFrom(fields);
  return {
    ...Object.fromEntries(groups),
    ...(pieces.length > 0 ? { evidence: mergeEvidence(evidence, pieces) } : {}),
  };
}

/** A document after a commit that wrote these fields, as {@link turnFromFields} would read it. */
export function turnAfter(turn: Turn, fields: TurnFields): Turn {
  const format = fields.format === undefined ? turn.format : Number(fields.format);
  return { ...turn, ...groupsAfter(turn, fields), format };
}

/** The document made from its fields. Fields that a carrier adds for itself are ignored. */
export function turnFromFields(fields: TurnFields): Turn {
  const groups: Partial<Record<TurnGroup, unknown>> = {};
  for (const group of TURN_GROUPS) {
    const text = fields[group];
    groups[group] = text === undefined ? EMPTY[group] : JSON.parse(text);
  }
  const known = groups as Pick<Turn, TurnGroup>;
  return {
    ...known,
    evidence: mergeEvidence(known.evidence, piecesFrom(fields)),
    // Older gateways wrote no calls.
    spent: { ...NOTHING_SPENT, ...known.spent },
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

/** UTF-8 bytes of the values, to which limits apply. */
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
 * Groups that an ended turn drops: the packed context and the raw reply repeat text of the evidence and the answer. The
 * evidence stays, because clients show it; a turn therefore weighs about as much as its evidence until it expires.
 */
export const DROPPED_AT_END = ['context', 'reply'] as const satisfies readonly TurnGroup[];

/** These groups, empty. */
export function droppedAtEnd(): TurnPatch {
  return Object.fromEntries(DROPPED_AT_END.map((group) => [group, null]));
}
