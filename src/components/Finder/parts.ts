interface Part {
  id: string;
  title: string;
}

/** The parts of the book to choose from: “Part 1 · Windows” is Windows. */
export const partChoices = (parts: readonly Part[]): Part[] =>
  parts.map(({ id, title }) => ({ id, title: title.split(' · ').at(-1)! }));
