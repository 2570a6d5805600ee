import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { CompiledPipeline } from '@quarry/pipeline';
import { findPipeline } from '../find-pipeline';
import { PIPELINES } from '../tokens';
import { PipelineDetailDto, PipelineListDto } from './pipeline.dto';
import { ApiProblems } from './problem.dto';
import { TenantGuard } from './tenant.guard';

@ApiTags('pipelines')
@ApiBearerAuth()
@UseGuards(TenantGuard)
@Controller('v1/pipelines')
export class PipelinesController {
  constructor(@Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[]) {}

  @Get()
  @ApiOperation({ summary: 'Pipelines that questions can be asked with' })
  @ApiResponse({ status: 200, type: PipelineListDto })
  @ApiProblems('unauthorized')
  list(): PipelineListDto {
    return {
      pipelines: this.pipelines.map(({ name, digest, description }) => ({ name, digest, description })),
    };
  }

  @Get(':name')
  @ApiParam({ name: 'name', description: 'Name of the pipeline.' })
  @ApiOperation({ summary: 'One pipeline: settings and steps' })
  @ApiResponse({ status: 200, type: PipelineDetailDto })
  @ApiProblems('unauthorized', 'pipeline_unknown')
  read(@Param('name') name: string): PipelineDetailDto {
    const { digest, description, settings, steps, ...pipeline } = findPipeline(this.pipelines, name);
    return {
      name: pipeline.name,
      digest,
      description,
      settings,
      steps: Object.values(steps).map(({ id, service, action, params, on, end, away }) => ({
        id,
        service,
        action,
        params,
        on,
        onUnavailable: away?.outcome ?? null,
        end,
      })),
    };
  }
}
