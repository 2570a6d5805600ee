/** English names of the months in lower case, in their order. */
export const MONTH_NAMES: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');
