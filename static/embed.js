/*
 * Gives every embedded figure of the book In Flight the height that it asks for:
 * <script async src="https://…/embed.js"></script> <iframe data-inflight src="https://…/embed/send-buffer/"></iframe>
 */
addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'inflight:resize' || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll('iframe[data-inflight]')) {
    if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
  }
});
// A figure that stood before this script did has told its height to nobody.
for (const frame of document.querySelectorAll('iframe[data-inflight]')) {
  frame.contentWindow.postMessage({ type: 'inflight:measure' }, '*');
}
