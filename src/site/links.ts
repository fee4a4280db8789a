/**
 * Docusaurus fetches the page behind every link in sight. On a reader's line, five pages that nobody asked for come
 * before the Python of the figure in front of them. A pointer or a finger that comes to a link still fetches its page.
 */
export function onRouteDidUpdate(): void {
  window.docusaurus = { ...window.docusaurus, prefetch: () => false };
}
