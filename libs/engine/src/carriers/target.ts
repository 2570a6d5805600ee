/** Where a turn goes: a step and the service that owns it. */
export interface Target {
  readonly step: string;
  readonly service: string;
}
