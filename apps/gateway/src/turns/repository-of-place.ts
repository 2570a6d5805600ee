/** Description of `repository` of a place, in every response that names places. */
export const REPOSITORY_OF_PLACE = {
  example: 'shop',
  description:
    'Its repository, if several were searched: paths, ids and keys then begin with this name (`shop/src/order.ts`). Absent otherwise.',
} as const;

/** Description of `snapshot` of a place. */
export const SNAPSHOT_OF_PLACE = {
  example: 'v1.2',
  description: 'The snapshot of that repository.',
} as const;
