import { Body, Controller, Delete, Headers, HttpCode, Inject, Param, Post, Put, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import {
  askedTurn,
  type ChangedQuestion,
  type Corrections,
  GoldenSetService,
  presentQuestion,
  presentSet,
} from '@quarry/application/golden-sets';
import { TurnService } from '@quarry/application/turns';
import { Fault, defined } from '@quarry/turn';
import type { Response } from 'express';
import { From, Needs, Tenant } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { GoldenSetDto, QuestionChangedDto } from './golden-set.dto';
import { seenRevision, tagOf } from './if-match';
import {
  AddQuestionDto,
  type ExpectedAnswer,
  QUESTION_EXAMPLES,
  ReplaceQuestionDto,
} from './golden-question.schema';

const SEEN = {
  name: 'If-Match',
  required: false,
  description:
    'Expected revision of the set, such as `"3"`. The request fails if the set has another revision.',
} as const;
const NAME = { name: 'name', description: 'Name of the golden set.' } as const;
const ID = { name: 'id', description: 'Id of the question.' } as const;

@ApiTags('golden sets')
@ApiBearerAuth()
@Controller('v1/golden-sets/:name/questions')
export class GoldenQuestionsController {
  constructor(
    @Inject(GoldenSetService) private readonly sets: GoldenSetService,
    @Inject(TurnService) private readonly turns: TurnService,
  ) {}

  @Post()
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiHeader(SEEN)
  @ApiOperation({
    summary: 'Add a question from a turn, or a new one',
    description:
      '`turnId` is sufficient: the question, its gold places and the accepted answer come from the ' +
      'finished turn. Repeating the request adds nothing.',
  })
  @ApiBody({ type: AddQuestionDto, examples: QUESTION_EXAMPLES })
  @ApiResponse({ status: 201, type: QuestionChangedDto, description: 'Added; `Location` is the set.' })
  @ApiResponse({ status: 200, type: QuestionChangedDto, description: 'The same question already existed.' })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'turn_unknown',
    'golden_exists',
    'golden_limit',
    'revision_conflict',
    'store_unavailable',
    'redis_unavailable',
  )
  async addGoldenQuestion(
    @From() caller: Caller,
    @Param('name') name: string,
    @Body() body: AddQuestionDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<QuestionChangedDto> {
    const changed = await this.added(caller, name, body, seenRevision(ifMatch));
    response.status(changed.created ? 201 : 200).setHeader('Location', `/v1/golden-sets/${name}`);
    response.setHeader('ETag', tagOf(changed.set));
    return presentChange(changed);
  }

  @Put(':id')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiParam(ID)
  @ApiHeader(SEEN)
  @ApiOperation({
    summary: 'Replace a question',
    description: 'Fields that are left out are removed from the question.',
  })
  @ApiResponse({ status: 200, type: QuestionChangedDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'golden_question_unknown',
    'golden_limit',
    'revision_conflict',
    'store_unavailable',
  )
  async replaceGoldenQuestion(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Param('id') id: string,
    @Body() body: ReplaceQuestionDto,
    @Res({ passthrough: true }) response: Response,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<QuestionChangedDto> {
    const { text, isEnglish } = body;
    const draft = { ...expectations(body), text, isEnglish };
    const changed = await this.sets.replace(tenant, name, { id, draft }, seenRevision(ifMatch));
    response.setHeader('ETag', tagOf(changed.set));
    return presentChange(changed);
  }

  @Delete(':id')
  @Needs('maintainer')
  @ApiParam(NAME)
  @ApiParam(ID)
  @ApiHeader(SEEN)
  @HttpCode(200)
  @ApiOperation({
    summary: 'Delete a question',
    description: 'The response contains the set without the question.',
  })
  @ApiResponse({ status: 200, type: GoldenSetDto })
  @ApiProblems(
    'bad_request',
    'unauthorized',
    'forbidden',
    'golden_set_unknown',
    'golden_question_unknown',
    'revision_conflict',
    'store_unavailable',
  )
  async deleteGoldenQuestion(
    @Tenant() tenant: string,
    @Param('name') name: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<GoldenSetDto> {
    const set = await this.sets.removeQuestion(tenant, name, id, seenRevision(ifMatch));
    response.setHeader('ETag', tagOf(set));
    return presentSet(set);
  }

  private async added(
    caller: Caller,
    name: string,
    body: AddQuestionDto,
    seen: number | undefined,
  ): Promise<ChangedQuestion> {
    const { tenant } = caller;
    const { turnId, text, id, isEnglish = true } = body;
    if ((turnId === undefined) === (text === undefined))
      throw new Fault('bad_request', "Set either 'turnId', or 'text' for a new question.");
    if (text !== undefined) {
      const own = id === undefined ? {} : { id };
      return this.sets.add(tenant, name, { ...expectations(body), ...own, text, isEnglish }, seen);
    }
    if (id !== undefined || body.isEnglish !== undefined)
      throw new Fault(
        'bad_request',
        "'id' and 'isEnglish' are the turn's own: leave them out with 'turnId'.",
      );
    // Checked before the turn is read: a caller without access to the set must not learn anything about turns.
    await this.sets.read(tenant, name);
    const turn = askedTurn(await this.turns.view(caller, turnId ?? ''));
    return this.sets.addTurn(tenant, name, { turn, corrections: expectations(body) }, seen);
  }
}

function expectations({ gold, answers, unanswerable, note }: ExpectedAnswer): Corrections {
  return {
    ...(gold === undefined
      ? {}
      : { gold: gold.map(({ path, lines, grade = 1 }) => ({ path, lines: range(lines), grade })) }),
    ...defined({ answers, unanswerable, note }),
  };
}

function range(lines: readonly number[] | null | undefined): readonly [number, number] | null {
  const [first, last] = lines ?? [];
  return first === undefined || last === undefined ? null : [first, last];
}

function presentChange({ question, set, created }: ChangedQuestion): QuestionChangedDto {
  return { question: presentQuestion(question), revision: set.revision, created };
}
