import { Fault } from '@quarry/turn';

/** What every command of golden sets takes. */
export interface GoldenOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** @throws Fault `bad_request` for what is no name of a golden set. */
export function checkName(name: string): string {
  if (/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return name;
  throw new Fault(
    'bad_request',
    'A golden set is called by 1 to 100 letters, digits, . _ or -, the first no sign.',
  );
}
