import { Logger } from '@nestjs/common';
import { Fault, toFault } from '@quarry/turn';

const logger = new Logger('embedded carrier');
let logged = '';

/**
 * The fault that the caller receives if a turn could not be recorded. The location of the file and its problem are for
 * the operator, and are logged, repeated messages once. Returns any other error unchanged.
 */
export function notAccepted(error: unknown): unknown {
  const fault = toFault(error);
  if (fault.code !== 'store_unavailable') return error;
  if (fault.message !== logged) logger.error(fault.message);
  logged = fault.message;
  const why = fault.message.includes('is full') ? 'its disk is full' : 'its disk cannot be written';
  return new Fault(
    'store_unavailable',
    `The server cannot store new questions now: ${why}. This question was not accepted; send it again later.`,
    { retryable: true, cause: error },
  );
}
