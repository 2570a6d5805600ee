/** What the code graph cannot contain, said once beside every result. */
export const LIMITS_OF_THE_GRAPH =
  'Calls that are only known at run time (reflection, names in strings, dynamic attributes) are not in the code graph.';
