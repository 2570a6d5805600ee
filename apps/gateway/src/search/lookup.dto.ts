import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EDGE_KINDS, NODE_KINDS, type EdgeKind, type NodeKind } from '@quarry/graph-store';
import { LookedInDto } from './search.dto';

/** A thing of the code graph. */
export class NodeDto {
  @ApiProperty({ example: 'dbo.Invoice|TABLE', description: 'Canonical key, which finds it again.' })
  readonly key!: string;
  @ApiProperty({ enum: NODE_KINDS, description: 'What it is.' })
  readonly kind!: NodeKind;
  @ApiProperty({ example: 'Shop.InvoiceService.Cancel', description: 'Full name.' })
  readonly qualifiedName!: string;
  @ApiProperty({ example: 'csharp', description: 'Language of its definition.' })
  readonly language!: string;
  @ApiPropertyOptional({ description: 'File of its definition; absent where nothing indexed defines it.' })
  readonly path?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'First line of the definition, from 1.' })
  readonly startLine?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Last line of the definition, included.' })
  readonly endLine?: number;
  @ApiPropertyOptional({ description: 'First line of the definition, as it is written.' })
  readonly signature?: string;
}

export class NeighbourDto extends NodeDto {
  @ApiProperty({
    enum: ['out', 'in'],
    description: '`out`: from the node that was found to this one; `in`: from this one to it.',
  })
  readonly direction!: 'out' | 'in';
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Line of the reference, in the file where it begins.',
  })
  readonly line?: number;
}

export class NeighboursDto {
  @ApiProperty({ enum: EDGE_KINDS, example: 'CALLS', description: 'Kind of the edges.' })
  readonly edge!: EdgeKind;
  @ApiProperty({ type: [NeighbourDto], description: 'Nodes that they lead to, or come from.' })
  readonly nodes!: readonly NeighbourDto[];
}

export class FoundNodeDto extends NodeDto {
  @ApiProperty({
    enum: ['exact', 'partial'],
    description: '`partial`: its name only contains what was asked for.',
  })
  readonly match!: 'exact' | 'partial';
  @ApiPropertyOptional({ description: 'Source text of the definition, at most 20,000 characters of it.' })
  readonly text?: string;
  @ApiProperty({ type: [NeighboursDto], description: 'What is one edge away, by kind of edge.' })
  readonly neighbours!: readonly NeighboursDto[];
  @ApiProperty({ description: 'True where there are more neighbours than were asked for.' })
  readonly moreNeighbours!: boolean;
}

export class LookupResultDto extends LookedInDto {
  @ApiProperty({ type: [FoundNodeDto], description: 'Best first; empty where nothing bears the name.' })
  readonly nodes!: readonly FoundNodeDto[];
}
