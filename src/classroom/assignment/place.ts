/** Which work this tab has open: it is gone on with after a reload, and only here. */
const KEY = 'in-flight.assignment.open';

export interface Place {
  fingerprint: string;
  student: string;
}

export function knownPlace(): Place | undefined {
  try {
    const place = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Partial<Place> | null;
    const { fingerprint, student } = place ?? {};
    return typeof fingerprint === 'string' && typeof student === 'string' ? { fingerprint, student } : undefined;
  } catch {
    return undefined;
  }
}

export function keepPlace(place: Place): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // then it has to be chosen again after a reload
  }
}

export function forgetPlace(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // there is none
  }
}
