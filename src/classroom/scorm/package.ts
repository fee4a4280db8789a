import { strToU8, zipSync } from 'fflate';
import bridge from 'scorm-again/cross-frame-lms/min?raw';
import { escapeXml } from '../../text/xml';
import launch from './launch.js?raw';
import { manifest } from './manifest';

/** The frame fills the window; its message stands there where no learning management system does. */
const page = (title: string, address: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0 } p { margin: 1em }</style>
<p hidden>No learning management system is here to be told of the result. The assignment works all the same.</p>
<iframe title="${escapeXml(title)}" data-address="${escapeXml(address)}" allow="clipboard-write"></iframe>
<script type="module" src="launch.js"></script>
</html>
`;

/**
 * A SCORM 1.2 package of an assignment, to be uploaded to a learning management system: a page that shows `address`
 * (the assignment's embedded page on this site, with the assignment behind its #) and passes on what it reports.
 */
export function scormPackage({ id, title }: { id: string; title: string }, address: string): Uint8Array {
  const files = { 'index.html': page(title, address), 'launch.js': launch, 'cross-frame-lms.js': bridge };
  const all = { 'imsmanifest.xml': manifest(id, title, Object.keys(files)), ...files };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}
