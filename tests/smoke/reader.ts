import type { Driver } from './driver';

/** Keys that are no letters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = { Enter: '\uE007', Home: '\uE011', PageUp: '\uE00E', Control: '\uE009' } as const;

type Key = keyof typeof KEYS;

const keysOf = (key: string): string[] => (key in KEYS ? [KEYS[key as Key]] : [...key]);
const down = (value: string): object => ({ type: 'keyDown', value });
const up = (value: string): object => ({ type: 'keyUp', value });

/** A reader with keyboard and mouse. Selectors are CSS, of the first element that matches. */
export class Reader {
  constructor(
    private readonly driver: Driver,
    private readonly site: string,
  ) {}

  open(path: string): Promise<void> {
    return this.driver.open(new URL(path, this.site).href);
  }

  resize(width: number, height: number): Promise<void> {
    return this.driver.resize(width, height);
  }

  /** What `look` gives back in the page, where nothing from outside of it is known but `args`. */
  async see<Value, Args extends unknown[]>(look: (...args: Args) => Value, ...args: Args): Promise<Awaited<Value>> {
    const call = `(${String(look)})(...${JSON.stringify(args)})`;
    return JSON.parse(await this.driver.evaluate(`JSON.stringify(${call} ?? null)`)) as Awaited<Value>;
  }

  /** What went wrong in the page that is open; see `serve.mjs`. */
  problems(): Promise<string[]> {
    return this.see(() => (window as unknown as { problems: string[] }).problems);
  }

  text(selector: string): Promise<string> {
    return this.see((it) => document.querySelector(it)?.textContent ?? '', selector);
  }

  count(selector: string): Promise<number> {
    return this.see((it) => document.querySelectorAll(it).length, selector);
  }

  focus(selector: string): Promise<void> {
    return this.see((it) => document.querySelector<HTMLElement>(it)!.focus(), selector);
  }

  /** Keys by name; whatever else is typed as it is. */
  async press(...keys: string[]): Promise<void> {
    await this.type(keys.flatMap(keysOf).flatMap((value) => [down(value), up(value)]));
  }

  /** The first key is held while the second is pressed. */
  async chord(held: Key, pressed: Key): Promise<void> {
    const [outer, inner] = [KEYS[held], KEYS[pressed]];
    await this.type([down(outer), down(inner), up(inner), up(outer)]);
  }

  private type(actions: object[]): Promise<void> {
    return this.driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Press the mouse at a share of the element's width, and let it go at another. */
  async drag(selector: string, from: number, to = from): Promise<void> {
    const [left, middle, width] = await this.see((it) => {
      const element = document.querySelector(it)!;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      return [box.left, box.top + box.height / 2, box.width] as const;
    }, selector);
    const move = (share: number): object => ({
      type: 'pointerMove',
      x: Math.round(left + width * share),
      y: Math.round(middle),
      duration: 50,
    });
    const button = (type: string): object => ({ type, button: 0 });
    const actions = [move(from), button('pointerDown'), move((from + to) / 2), move(to), button('pointerUp')];
    await this.driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  click(selector: string): Promise<void> {
    return this.drag(selector, 0.5);
  }
}
