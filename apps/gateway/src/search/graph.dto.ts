import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OPERATION_NAMES, type OperationName } from '@quarry/graph-queries';
import { EDGE_KINDS, type EdgeKind } from '@quarry/graph-store';
import { SearchedSnapshotDto } from './search.dto';
import { REPOSITORY_OF_PLACE } from '../turns/repository-of-place';

/** A definition in the code graph. */
export class DefinitionDto {
  @ApiProperty({
    example: 'dbo.Invoice|TABLE',
    description: 'Canonical key, which a lookup accepts as a name.',
  })
  readonly key!: string;
  @ApiProperty({ example: 'dbo.Invoice', description: 'Full name.' })
  readonly name!: string;
  @ApiProperty({ example: 'TABLE', description: 'Kind of node.' })
  readonly kind!: string;
  @ApiProperty({ type: String, nullable: true, description: 'File of the definition.' })
  readonly path!: string | null;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'First line, from 1.' })
  readonly startLine!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Last line, included.' })
  readonly endLine!: number | null;
}

/** One result: a name, and the line that states its relation to the subject. */
export class RelationDto {
  @ApiProperty({ example: 'Shop.InvoiceController.Cancel', description: 'Full name of what was found.' })
  readonly name!: string;
  @ApiProperty({ enum: EDGE_KINDS, example: 'CALLS', description: 'Kind of the relation.' })
  readonly relation!: EdgeKind;
  @ApiProperty({
    description: 'Full name of the other end: for a direct caller, the function that it calls.',
  })
  readonly target!: string;
  @ApiProperty({
    enum: ['in', 'out'],
    description: '`in`: the found name states the relation to the target; `out`: the target states it.',
  })
  readonly direction!: 'in' | 'out';
  @ApiProperty({ type: String, nullable: true, description: 'File of the line that states the relation.' })
  readonly path!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'That line, from 1; null if it is unknown.' })
  readonly line!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Text of the line, as data.' })
  readonly text!: string | null;
  @ApiProperty({
    type: [Number],
    description: 'Further lines of the same definition that state the same relation.',
  })
  readonly furtherLines!: readonly number[];
  @ApiProperty({ type: 'integer', description: 'Number of relations to the subject: 1 for a direct one.' })
  readonly depth!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name through which an indirect relation leads.',
  })
  readonly through!: string | null;
  @ApiProperty({
    description:
      'True if the relation may not hold: it depends on a type at run time, such as a call of an interface, or was inferred.',
  })
  readonly probable!: boolean;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'How sure an inferred relation is, above 0 and below 1; null for one that the code states.',
  })
  readonly confidence!: number | null;
  @ApiProperty({
    enum: ['scip'],
    nullable: true,
    description: '`scip`: an imported index of a compiler states it · null: found by Quarry itself.',
  })
  readonly provenance!: 'scip' | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What else is known, such as why a definition without references can be in use.',
  })
  readonly note!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Full name of the definition that it is a relation of, if the name means several; else null.',
  })
  readonly subject!: string | null;
  @ApiProperty({
    type: DefinitionDto,
    nullable: true,
    description: 'Its definition; null outside of the index.',
  })
  readonly definition!: DefinitionDto | null;
}

/** One of several definitions that a name means. */
export class DefinitionRelationsDto {
  @ApiProperty({
    example: 'Shop.InvoiceService.Cancel',
    description: 'Full name, as `subject` of relations.',
  })
  readonly subject!: string;
  @ApiProperty({ type: String, nullable: true, description: 'File of the definition.' })
  readonly path!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Its first line, from 1.' })
  readonly line!: number | null;
  @ApiProperty({ type: 'integer', description: 'Number of its relations, including those beyond `limit`.' })
  readonly total!: number;
  @ApiProperty({
    example: '2 callers of InvoiceService.Cancel',
    description: 'The result for it in a few words.',
  })
  readonly summary!: string;
}

/** What an operation of the code graph found. */
export class GraphResultDto extends SearchedSnapshotDto {
  @ApiProperty({
    enum: ['found', 'ambiguous', 'unknown_name'],
    description:
      '`ambiguous`: the name means more than 12 definitions, listed in `subjects` · `unknown_name`: no definition has it.',
  })
  readonly status!: 'found' | 'ambiguous' | 'unknown_name';
  @ApiProperty({ enum: OPERATION_NAMES, description: 'The operation.' })
  readonly operation!: OperationName;
  @ApiProperty({ type: [DefinitionDto], description: 'Definitions that the names mean.' })
  readonly subjects!: readonly DefinitionDto[];
  @ApiProperty({
    type: [RelationDto],
    description:
      'Nearest first, then code before tests, then by path and line. Definition by definition, if the name means several.',
  })
  readonly relations!: readonly RelationDto[];
  @ApiProperty({ type: 'integer', description: 'Number of relations, including those beyond `limit`.' })
  readonly total!: number;
  @ApiProperty({ description: 'True if the search was cut off, so that there may be more than `total`.' })
  readonly atLeast!: boolean;
  @ApiProperty({
    type: [RelationDto],
    description:
      'Calls of something with this name whose target the code graph cannot determine; not part of `total`.',
  })
  readonly possible!: readonly RelationDto[];
  @ApiProperty({
    type: [DefinitionRelationsDto],
    description: 'Each definition, if the name means several, in the order of their relations; else empty.',
  })
  readonly groups!: readonly DefinitionRelationsDto[];
  @ApiProperty({ type: [String], description: 'Similar names, for an unknown name.' })
  readonly near!: readonly string[];
  @ApiProperty({ example: '3 callers of InvoiceService.Cancel', description: 'The result in a few words.' })
  readonly summary!: string;
  @ApiProperty({ description: 'What a code graph cannot contain, in one sentence.' })
  readonly limits!: string;
}
