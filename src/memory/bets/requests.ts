/** How the prose asks a figure of the same page to open one of its bets. */

type Open = (bet: string) => void;

const figures = new Map<string, Open>();

/** A figure that can be asked, by the name it has on the page; gives back the way to stop that. */
export function answer(figure: string, open: Open): () => void {
  figures.set(figure, open);
  return () => {
    if (figures.get(figure) === open) figures.delete(figure);
  };
}

/** Opens a bet; a wrong name is an author's slip and is said on the console. */
export function ask(figure: string, bet: string): void {
  const open = figures.get(figure);
  if (open) open(bet);
  else console.error(`there is no figure "${figure}" on this page`);
}
