/** Exit codes of `quarry`; `quarry --help` lists them. */
export const EXIT = {
  ok: 0,
  /** A fault: the message says what happened and what to do. */
  failed: 1,
  /** The command line or a setting is invalid. */
  usage: 2,
  /** `ask`: the turn ended, but without a supported answer. */
  insufficient: 3,
  /** `eval --compare`: a metric got worse. */
  regressed: 4,
  /** `turns replay`: something else came out than was recorded, or the record is not enough to say. */
  differs: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
