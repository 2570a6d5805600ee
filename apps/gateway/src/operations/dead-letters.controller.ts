import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  cursorFromText,
  cursorText,
  DeadLetterService,
  presentDeadLetter,
  presentDetail,
} from '@quarry/application/operations';
import { Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { DeadLetterDetailDto, DeadLetterListDto, RetriedDto, RetriedListDto } from './dead-letter.dto';
import { DeadLetterDetailQuery, DeadLetterQuery, RetryDto } from './dead-letter.schema';

const ID = { name: 'id', description: 'Id of the failed turn.' } as const;

@ApiTags('operations')
@ApiBearerAuth()
@Needs('operator')
@Controller('v1/operations/dead-letters')
export class DeadLettersController {
  constructor(@Inject(DeadLetterService) private readonly deadLetters: DeadLetterService) {}

  @Get()
  @ApiOperation({
    summary: 'List the failed turns of all tenants (operators)',
    description: 'Failed turns are kept for a day. Retried turns are not listed.',
  })
  @ApiResponse({ status: 200, type: DeadLetterListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'redis_unavailable')
  async listDeadLetters(@Query() query: DeadLetterQuery): Promise<DeadLetterListDto> {
    const { limit, after, ...filter } = query;
    const cursor = after === undefined ? undefined : cursorFromText(after);
    const { letters, next } = await this.deadLetters.list(filter, limit, cursor);
    return { deadLetters: letters.map(presentDeadLetter), next: cursorText(next) };
  }

  @Get(':id')
  @ApiParam(ID)
  @ApiOperation({ summary: 'Get a failed turn with its events (operators)' })
  @ApiResponse({ status: 200, type: DeadLetterDetailDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'turn_unknown', 'redis_unavailable')
  async getDeadLetter(
    @Param('id') id: string,
    @Query() { question }: DeadLetterDetailQuery,
  ): Promise<DeadLetterDetailDto> {
    const { letter, events } = await this.deadLetters.read(id);
    return presentDetail(letter, events, question);
  }

  @Post(':id/retry')
  @HttpCode(202)
  @ApiParam(ID)
  @ApiOperation({
    summary: 'Retry a failed turn (operators)',
    description:
      'Starts a new turn with the same question, tenant, session and key, and the current version of the ' +
      'pipeline. The failed turn does not change. Repeating the request returns the same new turn.',
  })
  @ApiResponse({ status: 202, type: RetriedDto })
  @ApiProblems('unauthorized', 'forbidden', 'turn_unknown', 'pipeline_unknown', 'redis_unavailable')
  retryDeadLetter(@Param('id') id: string): Promise<RetriedDto> {
    return this.deadLetters.retry(id);
  }

  @Post('retry')
  @HttpCode(202)
  @ApiOperation({ summary: 'Retry failed turns, last ended first (operators)' })
  @ApiResponse({ status: 202, type: RetriedListDto })
  @ApiProblems('bad_request', 'unauthorized', 'forbidden', 'redis_unavailable')
  async retryDeadLetters(@Body() body: RetryDto): Promise<RetriedListDto> {
    const { limit, ...filter } = body;
    const { retried, refused, more } = await this.deadLetters.retryAll(filter, limit);
    const problems = refused.map(({ id, fault }) => ({ id, code: fault.code, detail: fault.message }));
    return { retried, refused: problems, more };
  }
}
