import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Both themes, both layouts. Where it takes long to get there, one of them is left to the night. */
export const LIGHT_AND_DARK = [
  { name: 'light', tag: '@full', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'phone, dark', tag: [] as string[], colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** What axe holds against the page as it stands, or against a part of it: a line for each element. */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include(part)
    // Most of the time went into describing all that is right, and into a second page that joins the frames' findings.
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
