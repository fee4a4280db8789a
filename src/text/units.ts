/** A number and its unit stay on one line: "18.8 kB" in a sentence. */
export const keepUnits = (sentence: string): string =>
  sentence.replace(/(\d) (?=(?:[kMG]?i?B|[kMG]?bit\/s|[mµ]?s)(?![\p{L}\d]))/gu, '$1\u00a0');
