/** What can be found again after the figure has come to life: the how-manieth element of its kind it is. */
export function placeIn(figure: Element, element: Element): () => HTMLElement | undefined {
  const alike = (): HTMLElement[] =>
    [...figure.querySelectorAll<HTMLElement>(element.localName)].filter((each) => each.className === element.className);
  const place = alike().indexOf(element as HTMLElement);
  return () => alike()[place];
}
