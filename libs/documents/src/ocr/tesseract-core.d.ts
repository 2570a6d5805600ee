/** The used part of Tesseract as WebAssembly, which has no types of its own. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TessBaseApi {
    /** @returns 0, or -1 if the language data cannot be used */
    Init(folder: null, languages: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    /** Reads `/input`. @param turn in radians, clockwise @returns 1 if it is no picture */
    SetImageFile(orientation: number, turn: number): number;
    FindLines(): number;
    /** Slope of the lines, in radians. */
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetJSONText(): string;
    Clear(): void;
  }
  export interface TesseractCore {
    readonly FS: { writeFile(path: string, data: Uint8Array): void };
    readonly TessBaseAPI: new () => TessBaseApi;
  }
  const open: (options: object) => Promise<TesseractCore>;
  export default open;
}
