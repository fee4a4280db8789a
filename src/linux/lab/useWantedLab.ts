import { useLocation } from '@docusaurus/router';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { labIn, type ShownLab } from './all';

/** The lab in the address; none while the page is built. */
export function useWantedLab(): ShownLab | null {
  const { search } = useLocation();
  return useIsBrowser() ? labIn(search) : null;
}
