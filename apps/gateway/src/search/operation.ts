import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@quarry/graph-queries';
import { Fault } from '@quarry/turn';

/**
 * The operation with this name, given as many names as it takes.
 * @throws Fault `bad_request` that lists the operations, or says which name is missing or needless
 */
export function operationOf(
  written: string,
  name: string | undefined,
  other: string | undefined,
): OperationName {
  const operation = OPERATION_NAMES.find((one) => one === written);
  if (!operation)
    throw new Fault(
      'bad_request',
      `There is no operation '${written}'. Use one of: ${OPERATION_NAMES.join(', ')}.`,
    );
  const { names } = OPERATIONS[operation];
  if (names > 0 && name === undefined)
    throw new Fault('bad_request', `'${operation}' needs a name. Add 'name': what to ask about.`);
  if (names === 2 && other === undefined)
    throw new Fault('bad_request', `'${operation}' needs two names. Add 'other': the name to reach.`);
  if (names < 2 && other !== undefined)
    throw new Fault(
      'bad_request',
      `'${operation}' takes ${names === 1 ? 'one name' : 'at most a folder'}. Leave out 'other'.`,
    );
  return operation;
}
