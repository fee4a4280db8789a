/** The contents beside the text are long: brings the present chapter's line into their view, and moves nothing else. */
export function onRouteDidUpdate(): void {
  const line = document.querySelector<HTMLElement>('.theme-doc-sidebar-menu [aria-current="page"]');
  const list = line?.closest<HTMLElement>('nav');
  if (!line || !list) return;
  const [place, frame] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  if (place.top < frame.top || place.bottom > frame.bottom) list.scrollTop += place.top - frame.top - frame.height / 3;
}
