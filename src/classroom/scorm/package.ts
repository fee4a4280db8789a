import { strToU8, zipSync } from 'fflate';
import bridge from 'scorm-again/cross-frame-lms/min?raw';
import { escapeXml } from '../../text/xml';
import launch from './launch.js?raw';
import { manifest } from './manifest';

/** The frame fills the window; a message stands above it where nobody is told of the result. */
const page = ({ title, embed }: About, address: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0 } p { margin: 1em }</style>
<p id="alone" hidden>There is no learning management system here to report the result to. The assignment works anyway.</p>
<p id="unnamed" hidden>The result isn’t reported to the system, because the assignment doesn’t name <output></output> as the origin of the page around it. Enter that origin in the builder and make the package again. The assignment works anyway.</p>
<iframe title="${escapeXml(title)}" data-address="${escapeXml(address)}" data-named="${escapeXml(embed)}" allow="clipboard-write"></iframe>
<script type="module" src="launch.js"></script>
</html>
`;

export interface About {
  id: string;
  title: string;
  /** The origin that the assignment reports to: where the system serves its packages. */
  embed: string;
}

/**
 * A SCORM 1.2 package of an assignment, to be uploaded to a learning management system: a page that shows `address`
 * (the assignment's embedded page on this site, with the assignment behind its #) and passes on what it reports.
 */
export function scormPackage(about: About, address: string): Uint8Array {
  const files = { 'index.html': page(about, address), 'launch.js': launch, 'cross-frame-lms.js': bridge };
  const all = { 'imsmanifest.xml': manifest(about.id, about.title, Object.keys(files)), ...files };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}
