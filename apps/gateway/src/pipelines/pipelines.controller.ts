import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { mayUsePipeline, type Caller } from '@quarry/application/access';
import {
  PIPELINE_SHELF,
  PIPELINES,
  type PipelineShelf,
  presentPipeline,
  presentProblem,
  presentSteps,
} from '@quarry/application/pipelines';
import { findPipeline } from '@quarry/application/turns';
import type { CompiledPipeline } from '@quarry/pipeline';
import { AppliesLabels, From, Needs } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { FileProblemListDto } from './file-problem.dto';
import { PipelineDetailDto } from './pipeline-detail.dto';
import { PipelineListDto } from './pipeline.dto';
import { ValidatedPipelineDto } from './validate-pipeline.dto';
import { ValidatePipelineDto } from './validate-pipeline.schema';

@ApiTags('pipelines')
@ApiBearerAuth()
@Controller('v1')
export class PipelinesController {
  constructor(
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
    @Inject(PIPELINE_SHELF) private readonly shelf: PipelineShelf,
  ) {}

  @AppliesLabels()
  @Get('pipelines')
  @ApiOperation({ summary: 'List the pipelines that you can use' })
  @ApiResponse({ status: 200, type: PipelineListDto })
  @ApiProblems('unauthorized')
  listPipelines(@From() caller: Caller): PipelineListDto {
    return {
      pipelines: this.usable(caller).map(({ name, digest, description }) => ({ name, digest, description })),
    };
  }

  @AppliesLabels()
  @Get('pipelines/:name')
  @ApiParam({ name: 'name', description: 'Name of the pipeline.' })
  @ApiOperation({
    summary: 'Get a pipeline: steps, prompts, and settings with the source of each value',
    description: 'A pipeline that the key cannot use is reported as unknown.',
  })
  @ApiResponse({ status: 200, type: PipelineDetailDto })
  @ApiProblems('unauthorized', 'pipeline_unknown')
  getPipeline(@From() caller: Caller, @Param('name') name: string): PipelineDetailDto {
    return presentPipeline(findPipeline(this.usable(caller), name), this.shelf.now());
  }

  @Post('pipelines/validate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Validate the text of a pipeline.yaml',
    description:
      'Nothing is stored: a pipeline is published through its folder. The same limits as for files apply.',
  })
  @ApiResponse({ status: 200, type: ValidatedPipelineDto })
  @ApiProblems('bad_request', 'unauthorized')
  validatePipeline(@From() caller: Caller, @Body() { yaml }: ValidatePipelineDto): ValidatedPipelineDto {
    const { name, pipeline, problems, file } = this.shelf.check(yaml, caller.pipelines);
    const { roots } = this.shelf.now().sources;
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      name,
      problems: problems.map((problem) => presentProblem(problem, roots, file)),
      drawing: pipeline && {
        entry: pipeline.settings.entry_step_id,
        steps: presentSteps(pipeline, () => null),
      },
    };
  }

  @Get('pipeline-problems')
  @Needs('operator')
  @ApiOperation({
    summary: 'List the problems in the pipeline folders',
    description: 'Includes folders that have changed since the gateway started.',
  })
  @ApiResponse({ status: 200, type: FileProblemListDto })
  @ApiProblems('unauthorized', 'forbidden')
  listPipelineProblems(): FileProblemListDto {
    const { problems, sources } = this.shelf.now();
    return { problems: problems.map((problem) => presentProblem(problem, sources.roots)) };
  }

  private usable(caller: Caller): readonly CompiledPipeline[] {
    return this.pipelines.filter(({ name }) => mayUsePipeline(caller, name));
  }
}
