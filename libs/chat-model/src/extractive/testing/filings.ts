import type { Evidence, Finding, OutlineSection } from '@quarry/turn';
import type { ExtractionInputs } from '../../port';
import { evidence } from './evidence';

/** A made-up report in two documents, as sections and as text with rows. */
export const INCOME: Evidence = evidence(
  1,
  'ORCHARD_2022_10K.pdf',
  `Orchard, Inc. and Subsidiaries
Condensed Consolidated Statement of Income
(in millions except per share amounts, unaudited)
 |  | 12 Weeks Ended | 
 |  | 3/25/2023 |  | 3/19/2022
Net Revenue | $ | 17,846 | $ | 16,200
Cost of sales |  | 7,988 |  | 7,433
Gross profit |  | 9,858 |  | 8,767
Impairment of intangible assets |  | — |  | 242
Net interest expense and other |  | (200 | ) | (240)
Net income |  | 1,944 |  | 4,273
Diluted
Net income per common share | $ | 1.40 | $ | 3.06
The increase in cost of sales primarily reflects higher prices of apples and of cartons. We employed 29,239 people on
March 25, 2023, of whom 40% work in orchards.
(a) The cider presses are located in Hull.
(b) In 2022 we sold our cider brand to Dray & Sons for $3.5 million in cash, which is (c) not much.`,
  { section: 'ORCHARD_2022_10K.pdf#statement-of-income', pages: [{ page: 4, box: null }] },
);

export const SECTIONS: readonly OutlineSection[] = [
  section('ORCHARD_2022_10K.pdf', 'Orchard annual report', 0, '', 90_000),
  section('ORCHARD_2022_10K.pdf#statement-of-income', 'Condensed Consolidated Statement of Income', 1),
  section('ORCHARD_2022_10K.pdf#cash-flows', 'Statement of Cash Flows', 1),
  section('ORCHARD_2022_10K.pdf#properties', 'Properties', 1, 'Our headquarters are in Hull.'),
  section('MILL_2022_10K.pdf#income', 'Consolidated Statement of Income', 1),
];

function section(id: string, title: string, level: number, summary = '', characters = 2_000): OutlineSection {
  const path = id.split('#')[0] ?? id;
  return { id, path, title, level, startPage: 4, endPage: 4, summary, characters };
}

export function extraction(more: Partial<ExtractionInputs> = {}): ExtractionInputs {
  return {
    items: [],
    sections: SECTIONS,
    read: [],
    calls: [],
    findings: [],
    calculations: [],
    lastTurn: false,
    lastPass: false,
    ...more,
  };
}

export function finding(n: number, label: string, value: string, more: Partial<Finding> = {}): Finding {
  return {
    id: `finding-${n}`,
    n,
    pass: 1,
    item: 'an item',
    label,
    value,
    path: 'ORCHARD_2022_10K.pdf',
    page: 4,
    section: 'ORCHARD_2022_10K.pdf#statement-of-income',
    sectionTitle: 'Condensed Consolidated Statement of Income',
    check: { stands: 'on_page', why: 'it is printed there' },
    ...more,
  };
}
