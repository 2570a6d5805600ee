import { Logger } from '@nestjs/common';
import { Fault, toFault } from '@quarry/turn';

const logger = new Logger('embedded carrier');
let logged = '';

/**
 * What whoever asks is told where a turn could not be noted: where the file lies, and what is wrong with it, is the operator's to know, and is logged, the same once in a row.
 * Gives any other error as it is.
 */
export function notAccepted(error: unknown): unknown {
  const fault = toFault(error);
  if (fault.code !== 'store_unavailable') return error;
  if (fault.message !== logged) logger.error(fault.message);
  logged = fault.message;
  const why = fault.message.includes('is full') ? 'its disk is full' : 'its disk cannot be written';
  return new Fault(
    'store_unavailable',
    `The server cannot keep new questions now: ${why}. Nothing of this one was accepted; send it again later.`,
    { retryable: true, cause: error },
  );
}
