/** A file that is not indexed, or not completely, with the reason. */
export interface Remark {
  readonly path: string;
  readonly reason: string;
}
