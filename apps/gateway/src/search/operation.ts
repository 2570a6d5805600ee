import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@quarry/graph-queries';
import { Fault } from '@quarry/turn';

/**
 * The operation with this name, given as many names as it takes.
 * @throws Fault `bad_request` that lists the operations, or names the missing or needless second name
 */
export function operationOf(written: string, other: string | undefined): OperationName {
  const operation = OPERATION_NAMES.find((name) => name === written);
  if (!operation)
    throw new Fault(
      'bad_request',
      `There is no operation '${written}'. Use one of: ${OPERATION_NAMES.join(', ')}.`,
    );
  if (OPERATIONS[operation].names === 2 && other === undefined)
    throw new Fault('bad_request', `'${operation}' needs two names. Add 'other': the name to reach.`);
  if (OPERATIONS[operation].names === 1 && other !== undefined)
    throw new Fault('bad_request', `'${operation}' takes one name. Leave out 'other'.`);
  return operation;
}
