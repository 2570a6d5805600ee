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
  /** `turns replay`: the replay differs from the record, or the record is incomplete. */
  differs: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
