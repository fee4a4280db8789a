import { type Looks, type Piece, plainColour } from './svg';

/** What a style sheet may say about a mark, by whether a child has it from its parent. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const;
const OWN = { opacity: '1', transform: 'none', 'stop-color': 'rgb(0, 0, 0)' } as const;

/** Names of what the page alone knows. */
const FOREIGN = /^(class|style|tabindex|role|data-.*|aria-.*)$/;

/** The styles that an element has on the page, as attributes of its copy. */
function dress(copy: Element, element: Element, parent: CSSStyleDeclaration | undefined): CSSStyleDeclaration {
  const style = getComputedStyle(element);
  for (const { name } of [...copy.attributes]) if (FOREIGN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== parent?.getPropertyValue(name)) copy.setAttribute(name, plainColour(value));
    else copy.removeAttribute(name);
  }
  for (const [name, initial] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value && value !== initial) copy.setAttribute(name, plainColour(value));
  }
  return style;
}

function dressAll(copy: Element, element: Element, parent?: CSSStyleDeclaration): void {
  const style = dress(copy, element, parent);
  const copies = [...copy.children];
  for (const [index, child] of [...element.children].entries()) {
    if (getComputedStyle(child).display === 'none') copies[index]!.remove();
    else dressAll(copies[index]!, child, style);
  }
}

function pieceOf(picture: SVGSVGElement, corner: DOMRect): Piece {
  const { x, y, width, height } = picture.getBoundingClientRect();
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  for (const child of picture.children) copy.append(child.cloneNode(true));
  dressAll(copy, picture);
  const content = new XMLSerializer().serializeToString(copy);
  const box = picture.getAttribute('viewBox') ?? `0 0 ${width} ${height}`;
  return { content, box, x: x - corner.x, y: y - corner.y, width, height };
}

/** The pictures that are seen inside an element, as they stand. */
export function takePictures(root: Element): Piece[] {
  const pictures = [...root.querySelectorAll<SVGSVGElement>('svg[role="img"]')].filter(
    (picture) => picture.getBoundingClientRect().width > 0,
  );
  const boxes = pictures.map((picture) => picture.getBoundingClientRect());
  const corner = new DOMRect(Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y)));
  return pictures.map((picture) => pieceOf(picture, corner));
}

/** The colours and the font that words have in a figure. */
export function takeLooks(frame: Element): Looks {
  const style = getComputedStyle(frame);
  const probe = frame.appendChild(document.createElement('span'));
  probe.style.color = 'var(--ink-soft)';
  const soft = plainColour(getComputedStyle(probe).color);
  probe.remove();
  return {
    ground: plainColour(style.backgroundColor),
    ink: plainColour(style.color),
    soft,
    font: style.fontFamily,
  };
}
