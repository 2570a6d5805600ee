/** What the code graph cannot contain, said once beside every result. */
export const LIMITS_OF_THE_GRAPH =
  'Calls that are only known at run time (reflection, names in strings, dynamic attributes) are not in the code graph.';

/** Said once beside results with a route whose router gets a prefix in code that was not found, or that is a value. */
export const UNKNOWN_PREFIX =
  'A path that begins with `…` has a prefix that is not known: no indexed code states where its router is mounted, or under which text.';
