import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@quarry/application/access';
import { AskService, TurnService } from '@quarry/application/turns';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { defined, type Citation } from '@quarry/turn';
import type { Request, Response } from 'express';
import { OpenRequests } from '../http/open-requests';
import type { LinkOf } from './annotations';
import { cancelWhenGone } from './cancel-when-gone';
import type { ClientRequest } from './client-request';
import type { FollowedTurn } from './openai-stream';
import { sessionOf } from './session-of';

/** How a turn is begun besides what the client asks. */
export interface Begin {
  readonly idempotencyKey?: string;
  /** True if the turn continues when the client disconnects. */
  readonly continues?: boolean;
}

/** Begins turns for OpenAI's clients. */
@Injectable()
export class OpenAiTurns {
  constructor(
    @Inject(AskService) private readonly callers: AskService,
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
    @Inject(CONFIG) private readonly config: QuarryConfig,
  ) {}

  /** @throws Fault as {@link AskService.ask} */
  async begin(
    caller: Caller,
    asked: ClientRequest,
    response: Response,
    { idempotencyKey, continues = false }: Begin,
  ): Promise<FollowedTurn> {
    const signal = this.requests.signal(response);
    const { turnId } = await this.callers.ask(caller, {
      ...askOf(caller, asked),
      ...defined({ idempotencyKey }),
    });
    if (!continues) cancelWhenGone(response, () => this.turns.cancel(caller, turnId));
    response.setHeader('X-Quarry-Turn', turnId);
    return {
      ...{ turnId, signal },
      // Passages take no time to write, and each pass would show them again.
      isShownLive: !asked.isFinalOnly && this.config.chatProvider !== 'extractive',
      settled: () => this.turns.settled(caller, turnId, signal),
      events: () => this.turns.watch(caller, turnId, { signal }),
    };
  }
}

/** Links that open a cited place: the source's own URL, otherwise the place in the console, which requires a login. */
export function linksTo(request: Request, turnId: string): LinkOf {
  const origin = `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  return ({ url, n }: Citation) => url ?? `${origin}/turns/${turnId}?citation=${n}`;
}

/** A session that the client names has its own conversation; otherwise the client sends it. */
function askOf(caller: Caller, asked: ClientRequest): Parameters<AskService['ask']>[1] {
  const { model: pipeline, question, conversation, session, repository, snapshot, depth } = asked;
  const told = session ?? sessionOf(caller, asked);
  return {
    ...{ pipeline, question, isEnglish: true },
    ...(told === undefined ? {} : { session: told, createSession: true }),
    ...(session === null ? { conversation } : {}),
    ...defined({ repository, snapshot, depth }),
  };
}
