import { Controller, Headers, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { RefreshService } from '@quarry/application/repositories';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { Public } from '../access/from-request';
import { RateLimits } from '../access/limits/rate-limits';
import { ApiProblems } from '../http/problem.dto';
import { GitHookReplyDto } from './refresh.dto';

/** What git servers call when something was pushed. They have no key: each call proves a repository's secret. */
@ApiTags('repositories')
@Public()
@Controller('v1/hooks/git')
export class GitHooksController {
  constructor(
    @Inject(RefreshService) private readonly refreshes: RefreshService,
    @Inject(RateLimits) private readonly rates: RateLimits,
  ) {}

  @Post(':id')
  @HttpCode(202)
  @ApiParam({ name: 'id', description: 'Id of the webhook.' })
  @ApiHeader({
    name: 'X-Hub-Signature-256',
    required: false,
    description: 'GitHub, Gitea, Forgejo: `sha256=` and the HMAC-SHA256 of the body with the secret, in hex.',
  })
  @ApiHeader({ name: 'X-Gitlab-Token', required: false, description: 'GitLab: the secret.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({
    schema: { type: 'object', additionalProperties: true },
    description: 'The event of the git server.',
  })
  @ApiOperation({
    summary: 'Index a repository again after a push (git servers)',
    description:
      'Needs no key, but the secret of `PUT /v1/repositories/{name}/refresh`. The same body again starts no other ' +
      'job. Pushes to other branches than the indexed one do nothing.',
  })
  @ApiResponse({ status: 202, type: GitHookReplyDto })
  @ApiProblems('unauthorized', 'rate_limited', 'index_job_limit', 'store_unavailable')
  async sendGitHook(
    @Param('id') id: string,
    @Req() request: Request,
    @Headers('X-Hub-Signature-256') signature?: string,
    @Headers('X-Gitlab-Token') token?: string,
  ): Promise<GitHookReplyDto> {
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const reply = await this.rates.guarded(request, `hook ${id}`, () =>
      this.refreshes.receive(id, { signature, token }, bytes),
    );
    if (reply) return reply;
    throw new Fault(
      'unauthorized',
      'This webhook does not exist, or the request is not signed with its secret: X-Hub-Signature-256 or X-Gitlab-Token.',
    );
  }
}
