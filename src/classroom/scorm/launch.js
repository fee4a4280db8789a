/**
 * The page that a learning management system opens. It stands in the SCORM package, beside `cross-frame-lms.js`.
 *
 * It finds the system's run-time API where SCORM 1.2 says it is, opens the assignment in a frame, and lets the frame
 * talk to the API: the assignment lies on the book's own site, and a frame of another origin could not reach it.
 */
import { CrossFrameLMS } from './cross-frame-lms.js';

/** SCORM 1.2 Run-Time Environment §3.3.6.1: in a window above this one, or above the one that opened it. */
function findApi(from) {
  for (let at = from; at; at = at === at.parent ? undefined : at.parent) {
    try {
      if (at.API) return at.API;
    } catch {
      return undefined; // of another origin, and so is all above it
    }
  }
  return undefined;
}

const api = findApi(window) ?? (window.opener ? findApi(window.opener) : undefined);
const frame = document.querySelector('iframe');
const { address, named } = frame.dataset;

if (api) {
  api.LMSInitialize('');
  new CrossFrameLMS(api, new URL(address).origin);
  const begun = Date.now();
  addEventListener('pagehide', () => {
    api.LMSSetValue('cmi.core.session_time', timespan(Date.now() - begun));
    api.LMSFinish('');
  });
} else {
  document.querySelector('#alone').hidden = false;
}
if (api && named !== location.origin) {
  document.querySelector('output').textContent = location.origin;
  document.querySelector('#unnamed').hidden = false;
}

const told = new URLSearchParams();
if (api) {
  told.set('lms', location.origin);
  told.set('student', api.LMSGetValue('cmi.core.student_id'));
  told.set('name', api.LMSGetValue('cmi.core.student_name'));
}
frame.src = `${address}&${told}`;

/** CMITimespan: HHHH:MM:SS. */
function timespan(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join(':');
}
