import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { FeedbackService, ownOf, ratingsOf, type TurnFeedback } from '@quarry/application/turns';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { TurnFeedbackDto } from './feedback.dto';
import { FeedbackInput } from './feedback.schema';

const ID = { name: 'id', description: 'Id of the turn.' } as const;

@ApiTags('feedback')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/turns/:id/feedback')
export class FeedbackController {
  constructor(@Inject(FeedbackService) private readonly feedback: FeedbackService) {}

  @Post()
  @ApiParam(ID)
  @HttpCode(200)
  @ApiOperation({
    summary: 'Give feedback on an answer',
    description: 'Each API key has one feedback per turn; a repeated request replaces it.',
  })
  @ApiResponse({ status: 200, type: TurnFeedbackDto })
  @ApiProblems('bad_request', 'unauthorized', 'turn_unknown', 'store_unavailable', 'redis_unavailable')
  async giveFeedback(
    @From() caller: Caller,
    @Param('id') id: string,
    @Body() { rating, reasons, comment, citation, claim }: FeedbackInput,
  ): Promise<TurnFeedbackDto> {
    const given = {
      rating,
      reasons: [...new Set(reasons)],
      comment: comment === undefined || comment.trim() === '' ? null : comment,
      citation: citation ?? null,
      claim: claim ?? null,
    };
    return present(id, caller, await this.feedback.give(caller, id, given));
  }

  @Get()
  @ApiParam(ID)
  @ApiOperation({ summary: 'Get the feedback on an answer' })
  @ApiResponse({ status: 200, type: TurnFeedbackDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'store_unavailable', 'redis_unavailable')
  async getFeedback(@From() caller: Caller, @Param('id') id: string): Promise<TurnFeedbackDto> {
    return present(id, caller, await this.feedback.read(caller, id));
  }

  @Delete()
  @ApiParam(ID)
  @ApiOperation({ summary: 'Delete your feedback on an answer' })
  @ApiResponse({ status: 200, type: TurnFeedbackDto })
  @ApiProblems('unauthorized', 'turn_unknown', 'store_unavailable', 'redis_unavailable')
  async withdrawFeedback(@From() caller: Caller, @Param('id') id: string): Promise<TurnFeedbackDto> {
    return present(id, caller, await this.feedback.withdraw(caller, id));
  }
}

function present(id: string, caller: Caller, found: TurnFeedback): TurnFeedbackDto {
  const own = ownOf(found, caller);
  return {
    id,
    ...ratingsOf(found),
    feedback: Object.values(found.votes)
      .toSorted((a, b) => b.at - a.at)
      .map((feedback) => ({
        ...feedback,
        mine: feedback === own,
        at: new Date(feedback.at).toISOString(),
      })),
  };
}
