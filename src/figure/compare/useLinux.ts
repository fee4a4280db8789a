import { useMemo } from 'react';
import { unpackColumns } from '../../model/stored';
import type { Prerendered, StoredComparison } from '../../model/types';
import type { RunOverlay } from '../../views/view';
import { useMore } from '../tabs/useMore';
import type { Figure } from '../useExperiment';

export interface Linux {
  comparison: StoredComparison;
  overlay: RunOverlay;
}

/** What the kernel did on the path that the controls stand at, if that was recorded and the reader wants to see it. */
export function useLinux({ look, recording: made }: Figure, data: Prerendered): Linux | undefined {
  const recording = look.linux ? made : undefined;
  const loaded = useMore(data, Boolean(recording));
  const comparison = loaded.state === 'ready' ? loaded.more.kernel.find(({ name }) => name === recording) : undefined;
  return useMemo(
    () =>
      comparison && {
        comparison,
        overlay: { role: 'kernel', run: { columns: unpackColumns(comparison.kernel), events: [] } },
      },
    [comparison],
  );
}
