import { type ReactNode, useCallback } from 'react';
import type { CaptureReplay } from '../../model/contract';
import type { Desk } from '../desk';
import type { Opened } from '../opened';
import type { Ask } from './newest';
import { Replay } from './Replay';

interface BesideProps {
  desk: Desk;
  opened: Opened;
  /** Of the connection. */
  id: number;
  /** Whose data. */
  side: 'client' | 'server';
}

/** The model beside one direction of a connection. */
export function Beside({ desk, opened, id, side }: BesideProps): ReactNode {
  const ask = useCallback<Ask<CaptureReplay>>(
    (changes, waiting) => desk.replay(opened, id, side, changes, waiting),
    [desk, opened, id, side],
  );
  return <Replay ask={ask} />;
}
