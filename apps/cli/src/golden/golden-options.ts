import { Fault } from '@quarry/turn';

/** Options of every command of golden sets. */
export interface GoldenOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** @throws Fault `bad_request` if this is not a valid name of a golden set */
export function checkName(name: string): string {
  if (/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return name;
  throw new Fault(
    'bad_request',
    'Name a golden set with 1 to 100 letters, digits, . _ or -, starting with a letter or digit.',
  );
}
