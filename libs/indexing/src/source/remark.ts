/** A file that is not indexed, or not completely, with the reason. */
export interface Remark {
  readonly path: string;
  readonly reason: string;
  /** The file is indexed; what the reason names was left out, or read in another way. */
  readonly partly?: true;
  /** Number of pictures without a description, if that is what the reason names. */
  readonly pictures?: number;
}
