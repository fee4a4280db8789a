import { expect, type Locator, type Page } from '@playwright/test';

/** One figure of a page, found as a reader finds its parts: by role and name. */
export class Figure {
  readonly root: Locator;

  constructor(
    readonly page: Page,
    name: string,
  ) {
    this.root = page.locator(`[data-experiment="${name}"]`);
  }

  get picture(): Locator {
    return this.root.locator('svg[role="img"]:visible').first();
  }

  /** Of the picture, in px; none in the moment when one view takes the place of another. */
  async height(): Promise<number | undefined> {
    return (await this.picture.boundingBox())?.height;
  }

  slider(label: string): Locator {
    return this.root.getByRole('slider', { name: label, exact: true });
  }

  /** The field beside a slider, for typing; of a few controls it shows when they are pointed at. */
  field(label: string): Locator {
    return this.root.getByRole('textbox', { name: label });
  }

  async type(label: string, value: string): Promise<void> {
    if (!(await this.slider(label).isVisible())) await this.all();
    await this.slider(label).hover();
    await this.field(label).fill(value);
    await this.field(label).press('Enter');
  }

  /** What a number of the run comes to: the one above the picture, or one beside it. */
  amount(label: string): Locator {
    const named = this.page.getByText(label, { exact: true });
    return this.root.locator('div').filter({ has: named }).last().locator('b');
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** What is told of the setting that the controls stand at, its number and name first. */
  get told(): Locator {
    return this.root.locator('[data-story]');
  }

  /** A named setting, in the list of all. */
  preset(name: string): Locator {
    return this.root.getByRole('button').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async choose(name: string): Promise<void> {
    await this.root.getByRole('button', { name: /^All \d+$/ }).click();
    await this.preset(name).click();
  }

  /** All controls, with their fields, help and names in Linux. */
  all(): Promise<void> {
    return this.root.getByRole('button', { name: /^All \d+ controls/ }).click();
  }

  /** Which of its views is shown. */
  get view(): Locator {
    return this.root.getByRole('combobox', { name: 'Show as' });
  }

  /** What is seldom wanted, behind one button. */
  async more(name: string): Promise<void> {
    await this.button('More').click();
    await this.button(name).click();
  }

  /** What stands behind the figure: commands, code, evidence, data. */
  async behind(tab: string): Promise<void> {
    await this.root.getByText('Commands, Python, evidence, data').click();
    await this.root.getByRole('tab', { name: tab }).click();
  }

  get cursor(): Locator {
    return this.root.getByRole('slider', { name: /^Cursor/ });
  }

  get sentence(): Locator {
    return this.root.locator('p[aria-live]');
  }

  /** Come near, as a reader would: it is then that a figure comes to life. (What was built goes while one waits for it.) */
  near(): Promise<void> {
    return this.root.evaluate((figure) => figure.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
  }

  async live(): Promise<void> {
    await this.near();
    // On a phone a drawing stands alone, without the curves that have a cursor.
    const isNarrow = this.page.viewportSize()!.width < 600;
    await (isNarrow ? this.cursor.or(this.root.locator('canvas')) : this.cursor).first().waitFor();
  }

  /** A small figure has no cursor. As built, its picture is there for both widths; when it is alive, once. */
  async awake(): Promise<void> {
    await this.near();
    await expect(this.root.locator('[class^="narrow"]')).toHaveCount(0);
  }

  /** The lines of the run that is shown (not of its ghost), as path data. */
  curves(): Promise<string> {
    return this.picture
      .locator('[data-role="run"] path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join('\n'));
  }

  /** Wait for the complete run of what the controls now say. */
  async settled(): Promise<void> {
    await this.root.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  }

  /** What the address says about this figure: `{'textbook-trace.ssthresh': '20'}`. */
  address(): Record<string, string> {
    return Object.fromEntries(new URL(this.page.url()).searchParams);
  }
}
