export { aPdf, type PdfPage, type PdfParts, type Printed } from './a-pdf';
export { docxParts, paragraph } from '../docx/testing/docx-of';
export { zipOf } from '../docx/testing/zip-of';
