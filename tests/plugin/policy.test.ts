/** The policy that the build puts into its pages. */
import { describe, expect, test } from 'vitest';
import { hashSource, inlineScripts } from '../../src/plugins/policy/inline';
import { hasPolicy, policyOf, withPolicy } from '../../src/plugins/policy/policy';

test('a script is named as the standard names its example', () => {
  // CSP Level 3 §2.3.1 and MDN have this script with this hash.
  expect(hashSource("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
});

test('scripts in a page’s text are found as a browser finds them', () => {
  const html = `<!doctype html><html><head><meta charset=UTF-8>
    <script data-rh=true>first("</b>")</script>
    <script src=/main.js defer></script>
    <script type="application/ld+json">{"@type": "Book"}</script>
    <!-- <script>commented()</script> -->
    <template><script>second</script></template></head>
    <body title="<script>quoted()</script>"><textarea><script>typed()</script></textarea>
    <svg><script>third</script></svg><script type=module>fourth &amp; last</script></body></html>`;
  expect(inlineScripts(html)).toEqual(['first("</b>")', 'third', 'fourth &amp; last']);
});

describe('a page', () => {
  const page = '<!doctype html><html lang=en dir=ltr><head><meta charset=UTF-8><title>A</title></head></html>';

  test('has it before everything else', () => {
    const found = withPolicy(page, policyOf(["'sha256-x'"]));
    expect(found).toMatch(
      /<head><meta charset=UTF-8><meta http-equiv="Content-Security-Policy" content="default-src 'self'/,
    );
    expect(found).toContain("'sha256-x'; style-src");
    expect(hasPolicy(page)).toBe(false);
    expect(hasPolicy(found)).toBe(true);
  });

  test('that does not begin as expected ends the build', () => {
    expect(() => withPolicy('<html><head><script>a()</script></head>', '')).toThrow('No place for a policy');
  });
});
