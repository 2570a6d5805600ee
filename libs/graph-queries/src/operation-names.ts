/** Names of the operations, in the order of help texts. */
export const OPERATION_NAMES = [
  'definitions',
  'callers',
  'callees',
  'throws',
  'implementations',
  'supertypes',
  'usages',
  'readers',
  'writers',
  'accesses',
  'tests',
  'impact',
  'path',
  'entry-points',
  'unused',
  'cycles',
  'routes',
  'routes-to',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];
