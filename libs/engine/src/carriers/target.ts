/** The destination of a turn: a step, and the service that owns it. */
export interface Target {
  readonly step: string;
  readonly service: string;
}
