import lunr from 'lunr';

/** Something that can be found: `t` is its text, and `also` are words that lead to it, too. */
export interface Found {
  i: number;
  t: string;
  also?: string | undefined;
}

/** What is looked through at a time, in the order of the file: titles, headings, descriptions, keywords, texts. */
export interface Part {
  documents: Found[];
}

/** The index of a part; as the theme would make it, but for the further words. */
export const indexOf = ({ documents }: Part): lunr.Index =>
  lunr(function () {
    this.ref('i');
    this.field('t');
    this.metadataWhitelist = ['position'];
    for (const { i, t, also } of documents) this.add({ i: String(i), t: also ? `${t} ${also}` : t });
  });
