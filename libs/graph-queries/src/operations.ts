import type { GraphOperation } from './operation';
import type { OperationName } from './operation-names';
import { accesses } from './operations/accesses';
import { callees } from './operations/callees';
import { callers } from './operations/callers';
import { cycles } from './operations/cycles';
import { definitions } from './operations/definitions';
import { entryPoints } from './operations/entry-points';
import { impact } from './operations/impact';
import { implementations } from './operations/implementations';
import { path } from './operations/path';
import { readers } from './operations/readers';
import { routes } from './operations/routes';
import { routesTo } from './operations/routes-to';
import { supertypes } from './operations/supertypes';
import { tests } from './operations/tests';
import { throws } from './operations/throws';
import { unused } from './operations/unused';
import { usages } from './operations/usages';
import { writers } from './operations/writers';

/** Every operation by its name. */
export const OPERATIONS: Readonly<Record<OperationName, GraphOperation>> = {
  ...{ callers, callees, implementations, usages, readers, writers, accesses, throws, tests, impact, path },
  ...{ definitions, supertypes, 'entry-points': entryPoints, unused, cycles, routes, 'routes-to': routesTo },
};
