import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { storageItem } from '../../memory/storageItem';

const kept = storageItem('inflight.grade.rows', v.parser(v.number()), 0, globalThis, 'sessionStorage');

/** How many rows went when this tab was reloaded; the browser keeps the number, and nothing of the rows. */
export function useGone(rows: number): number {
  const [gone, setGone] = useState(0);
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the built page knows no tab
    setGone(kept.get());
    kept.forget();
  }, []);
  useEffect(() => {
    if (rows > 0) kept.set(rows);
  }, [rows]);
  return rows > 0 ? 0 : gone;
}
