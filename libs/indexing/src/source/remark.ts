/** Something that was seen and is not indexed, or not as it is meant to be. */
export interface Remark {
  readonly path: string;
  readonly reason: string;
}
