import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { LookupService, SearchService, SectionService } from '@quarry/application/search';
import type { FaultCode } from '@quarry/turn';
import type { Response } from 'express';
import { AppliesLabels, From } from '../access/from-request';
import { OpenRequests } from '../http/open-requests';
import { ApiProblems } from '../http/problem.dto';
import { LookupResultDto } from './lookup.dto';
import { LookupInput } from './lookup.schema';
import { presentHits, presentLookup, presentSection, presentSections } from './present-search';
import { SearchResultDto } from './search.dto';
import { SearchInput } from './search.schema';
import { SectionListDto, SectionTextDto } from './section.dto';
import { SectionsInput, SectionTextInput } from './section.schema';

const ALWAYS: readonly FaultCode[] = [
  'bad_request',
  'unauthorized',
  'repository_unknown',
  'index_missing',
  'store_unavailable',
];

/** Search without a turn: no model is called and nothing is stored. */
@ApiTags('search')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1')
export class SearchController {
  constructor(
    @Inject(SearchService) private readonly searches: SearchService,
    @Inject(LookupService) private readonly lookups: LookupService,
    @Inject(SectionService) private readonly sections: SectionService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
  ) {}

  @Post('search')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Search for passages',
    description:
      'Returns what a turn would find for the query, with the place of each passage. No language model is ' +
      'called.',
  })
  @ApiResponse({ status: 200, type: SearchResultDto })
  @ApiProblems(...ALWAYS, 'index_other_model', 'bm25_missing', 'embedder_unavailable', 'reranker_unavailable')
  async search(
    @From() caller: Caller,
    @Body() body: SearchInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchResultDto> {
    return presentHits(await this.searches.search(caller, body, this.requests.signal(response)));
  }

  @Post('lookup')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Look up a name in the code graph',
    description:
      'Returns the definitions of a symbol, or a file, with neighbours such as callers, base types and ' +
      'tables.',
  })
  @ApiResponse({ status: 200, type: LookupResultDto })
  @ApiProblems(...ALWAYS)
  async lookUp(@From() caller: Caller, @Body() body: LookupInput): Promise<LookupResultDto> {
    const { ref, found } = await this.lookups.lookup(caller, body);
    return presentLookup(ref, found);
  }

  @Post('sections')
  @HttpCode(200)
  @ApiOperation({ summary: 'List documents, or the sections of a document' })
  @ApiResponse({ status: 200, type: SectionListDto })
  @ApiProblems(...ALWAYS, 'section_unknown')
  async listSections(@From() caller: Caller, @Body() body: SectionsInput): Promise<SectionListDto> {
    const { ref, sections } = await this.sections.list(caller, body);
    return presentSections(ref, sections, body);
  }

  @Post('sections/text')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Read a section, a page or lines',
    description: 'Returns text page by page. For an unknown id, the error lists the nearest ids.',
  })
  @ApiResponse({ status: 200, type: SectionTextDto })
  @ApiProblems(...ALWAYS, 'section_unknown')
  async getSectionText(@From() caller: Caller, @Body() body: SectionTextInput): Promise<SectionTextDto> {
    return presentSection(await this.sections.read(caller, body));
  }
}
