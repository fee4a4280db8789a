import { hashOf } from '../../address';
import { escapeXml } from '../../../text/xml';
import { snippet } from '../../../figure/share/snippet';

/** Longer addresses are cut by some mail programs. */
export const LONG_LINK = 8000;

/** Where things are on this site: absolute addresses. */
export interface Site {
  /** The students' page. */
  page: string;
  /** The script that gives a frame its height. */
  script: string;
}

export const linkTo = ({ page }: Site, assignment: object): string => page + hashOf(assignment);

/** The same without the site around it, for a frame in another page. */
export const embeddedLink = ({ page }: Site, assignment: object): string => `${page}?embed${hashOf(assignment)}`;

/** A page that shows the assignment and nothing else. */
export const htmlFile = (title: string, lines: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
${lines}
</html>
`;

export const embedLines = (site: Site, assignment: object, title: string): string =>
  snippet(embeddedLink(site, assignment), site.script, title);
