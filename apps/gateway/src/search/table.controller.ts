import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '@quarry/application/access';
import { TableService } from '@quarry/application/search';
import type { FaultCode } from '@quarry/turn';
import { AppliesLabels, From } from '../access/from-request';
import { ApiProblems } from '../http/problem.dto';
import { presentCells, presentTables } from './present-tables';
import { TableCellsDto, TableListDto } from './table.dto';
import { TableCellsInput, TablesInput } from './table.schema';

const PROBLEMS: readonly FaultCode[] = [
  'bad_request',
  'unauthorized',
  'repository_unknown',
  'index_missing',
  'store_unavailable',
  'table_unknown',
];

/** Tables of documents without a turn: no model is called and nothing is stored. */
@ApiTags('search')
@ApiBearerAuth()
@AppliesLabels()
@Controller('v1/tables')
export class TableController {
  constructor(@Inject(TableService) private readonly tables: TableService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'List the tables of documents',
    description: 'Returns title, place, heads, unit and number of rows of each table.',
  })
  @ApiResponse({ status: 200, type: TableListDto })
  @ApiProblems(...PROBLEMS)
  async listTables(@From() caller: Caller, @Body() body: TablesInput): Promise<TableListDto> {
    return presentTables(await this.tables.list(caller, body), body);
  }

  @Post('cells')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Read cells of a table by row and column',
    description:
      'Returns each cell with its label, heads, unit, scale and place. For an unknown name, the error lists the ' +
      'nearest ones.',
  })
  @ApiResponse({ status: 200, type: TableCellsDto })
  @ApiProblems(...PROBLEMS)
  async getTableCells(@From() caller: Caller, @Body() body: TableCellsInput): Promise<TableCellsDto> {
    return presentCells(await this.tables.cells(caller, body), body);
  }
}
