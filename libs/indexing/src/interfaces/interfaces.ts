import type { FileFacts } from '../facts';
import { configFacts } from './config';
import { Found } from './found';
import { httpFacts } from './http';
import { packageFacts } from './packages';
import { startFacts } from './starts';
import { statementFacts } from './statements';

/** Facts with the routes, requests, packages, configuration keys and lines of statements that a text has. */
export function withInterfaces(facts: FileFacts, text: string): FileFacts {
  const found = new Found(facts, text);
  httpFacts(found);
  packageFacts(found);
  configFacts(found);
  statementFacts(found);
  startFacts(found);
  const interfaces = found.interfaces();
  const { routing } = found;
  const isEmpty = interfaces.nodes.length + interfaces.edges.length === 0;
  return { ...facts, ...(!isEmpty && { interfaces }), ...(routing && { routing }) };
}
