import { agentProtocol } from './agent';
import { analysisProtocol } from './analysis';
import { claimsProtocol } from './claims';
import { completenessProtocol } from './completeness';
import { critiqueProtocol } from './critique';
import { decompositionProtocol } from './decomposition';
import { gapsProtocol } from './gaps';
import { answerProtocol } from './answer';
import { cgragProtocol } from './cgrag';
import { evaluatorProtocol } from './evaluator';
import { extractionProtocol } from './extraction';
import type { ReplyProtocol } from './protocol';
import { routerProtocol } from './router';
import { synthesisProtocol } from './synthesis';
import { taskPlanProtocol } from './task-plan';

/** Every protocol that a step's `reply:` may name. */
export const PROTOCOLS: readonly ReplyProtocol[] = [
  routerProtocol,
  answerProtocol,
  cgragProtocol,
  analysisProtocol,
  completenessProtocol,
  decompositionProtocol,
  gapsProtocol,
  critiqueProtocol,
  synthesisProtocol,
  agentProtocol,
  claimsProtocol,
  extractionProtocol,
  evaluatorProtocol,
  taskPlanProtocol,
];

/** The protocol of that name, or undefined. */
export function findProtocol(name: string): ReplyProtocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.name === name);
}
