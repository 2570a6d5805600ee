import type { Loader } from '../../document';
import { checkPackage } from '../../office/check-package';
import { Package } from '../../office/package';
import { odfTitle } from '../../office/odf-title';
import { CellBudget } from '../limits';
import { loadedSheets } from '../loaded-sheets';
import { readTables } from './read-tables';

/** Loads OpenDocument spreadsheets: the sheets with their tables, computed values, and formulas as text. */
export const loadOds: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'ods');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const office = new Package(bytes, checked.entries);
  const budget = new CellBudget();
  const content = office.part('content.xml');
  const sheets = content ? readTables(content, budget) : [];
  const images = office.count(/^Pictures\//i);
  const remarks = images > 0 ? [`${images} image${images === 1 ? ' is' : 's are'} not read`] : [];
  return Promise.resolve(loadedSheets('ods', sheets, { title: odfTitle(office), budget, remarks }));
};
