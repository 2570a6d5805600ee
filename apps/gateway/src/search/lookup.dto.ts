import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EDGE_KINDS, NODE_KINDS, type EdgeKind, type NodeKind } from '@quarry/graph-store';
import { SearchedSnapshotDto } from './search.dto';
import { REPOSITORY_OF_PLACE } from '../turns/repository-of-place';

/** A node of the code graph. */
export class NodeDto {
  @ApiProperty({
    example: 'dbo.Invoice|TABLE',
    description: 'Canonical key, which a lookup accepts as a name.',
  })
  readonly key!: string;
  @ApiProperty({ enum: NODE_KINDS, description: 'Kind of node.' })
  readonly kind!: NodeKind;
  @ApiProperty({ example: 'Shop.InvoiceService.Cancel', description: 'Qualified name.' })
  readonly qualifiedName!: string;
  @ApiProperty({ example: 'csharp', description: 'Language of the definition.' })
  readonly language!: string;
  @ApiPropertyOptional({
    description: 'File of the definition; absent if the definition is not in the index.',
  })
  readonly path?: string;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'First line of the definition, from 1.' })
  readonly startLine?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Last line of the definition, included.' })
  readonly endLine?: number;
  @ApiPropertyOptional({ description: 'Text of the first line of the definition.' })
  readonly signature?: string;
}

export class NeighbourDto extends NodeDto {
  @ApiProperty({
    enum: ['out', 'in'],
    description: '`out`: from the found node to this one; `in`: from this node to the found one.',
  })
  readonly direction!: 'out' | 'in';
  @ApiPropertyOptional({
    type: 'integer',
    description: "Line of the reference, in the file of the edge's source.",
  })
  readonly line?: number;
  @ApiPropertyOptional({
    example: 0.6,
    description: 'How sure the edge is, below 1, if it was inferred. Absent if the code states it.',
  })
  readonly confidence?: number;
}

export class NeighboursDto {
  @ApiProperty({ enum: EDGE_KINDS, example: 'CALLS', description: 'Kind of edge.' })
  readonly edge!: EdgeKind;
  @ApiProperty({ type: [NeighbourDto], description: 'Nodes at the other end of these edges.' })
  readonly nodes!: readonly NeighbourDto[];
}

export class FoundNodeDto extends NodeDto {
  @ApiProperty({
    enum: ['exact', 'partial'],
    description: "`partial`: the requested name is only a part of the node's name.",
  })
  readonly match!: 'exact' | 'partial';
  @ApiPropertyOptional({ description: 'Source text of the definition, at most 20,000 characters.' })
  readonly text?: string;
  @ApiProperty({ type: [NeighboursDto], description: 'Neighbours, grouped by kind of edge.' })
  readonly neighbours!: readonly NeighboursDto[];
  @ApiProperty({ description: 'True if there are more neighbours than the requested number.' })
  readonly moreNeighbours!: boolean;
}

export class LookupResultDto extends SearchedSnapshotDto {
  @ApiProperty({ type: [FoundNodeDto], description: 'Matching nodes, best first; empty if there are none.' })
  readonly nodes!: readonly FoundNodeDto[];
}
