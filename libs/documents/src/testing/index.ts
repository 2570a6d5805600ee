export { aPdf } from './a-pdf';
export { docxParts, paragraph } from '../docx/testing/docx-of';
export { zipOf } from '../office/testing/zip-of';
